import { HISTORY_KINDS, type HistoryKind } from '#domain/accounts/person-page.ts';
import { personCopy } from '#domain/accounts/person-page-copy.ts';
import { placeOfOrder, placeOfPerson } from '#domain/admin/subject-pages.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { actionName } from '../../admin/audit-labels.ts';
import page from '../../admin/desk-page.module.css';
import { NoteForm } from '../../admin/timeline/note-form.tsx';
import { LiveMark, Timeline, type TimelineEntry, TimelineFilters } from '../../admin/timeline/timeline.tsx';
import { eventText, nameOfActor, nameOfMail } from '../../admin/timeline/words.ts';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { PermittedLink } from '../../subject-link.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { write } from '../../write.ts';
import type { HistoryRow } from './person-row.ts';

const copy = personCopy.history;

export const useHistory = (id: string, kind: HistoryKind | null, enabled: boolean) =>
  useAdminList(
    api.accounts.admin.people.history,
    { id, ...(kind ? { kind } : {}) },
    { screen: 'person', keeps: () => false, enabled },
  );

/** Everything that is written down about a person and that the reader may read, newest first. */
export function PersonHistory({
  id,
  history,
  shown,
  onShow,
  reload,
  live,
}: {
  id: string;
  history: ReturnType<typeof useHistory>;
  shown: HistoryKind | null;
  onShow: (kind: HistoryKind | null) => void;
  reload: () => Promise<unknown>;
  live: boolean;
}) {
  return (
    <section className={page.panel} id="person-history">
      <header>
        <h2>
          {copy.title} <span>{copy.lead}</span>
        </h2>
        {live && <LiveMark>{personCopy.live}</LiveMark>}
      </header>
      <TimelineFilters label={copy.show} groups={HISTORY_KINDS} words={copy.kinds} shown={shown} onShow={onShow} />
      <NoteForm
        id="person-note"
        words={personCopy.noteForm}
        send={(note) =>
          write(() => client.accounts.admin.people.addNote({ id, ...note }), { failed: personCopy.noteForm.failed })
        }
        reload={reload}
      />
      <DataPart name={copy.failed} part={history.part()} lines={6}>
        {() => {
          const entries = history.rows!.map(entryOf);
          if (entries.length === 0) return <p className={`${page.body} muted`}>{copy.empty}</p>;
          return (
            <>
              <Timeline entries={entries} words={copy.kinds} />
              {history.more && (
                <LoadMore
                  onMore={() => void history.more?.()}
                  busy={history.isReadingMore}
                  failed={history.moreFailed}
                />
              )}
            </>
          );
        }}
      </DataPart>
    </section>
  );
}

function entryOf({ id, moment, by, about }: HistoryRow): TimelineEntry<HistoryKind> {
  const entry = { key: id, group: about.kind, moment: new Date(moment), by: nameOfActor(by) };
  switch (about.kind) {
    case 'purchase':
      return {
        ...entry,
        text: (
          <>
            <PermittedLink to={placeOfOrder(about.number)}>{copy.order(about.number)}</PermittedLink>{' '}
            {eventText({ kind: about.event, reference: about.reference, facts: about.facts }, about.currency)}
          </>
        ),
      };
    case 'tv':
      return {
        ...entry,
        text: copy[about.linked ? 'linked' : 'unlinked'](about.name, formatPairingNumber(about.number)),
      };
    case 'network':
      return {
        ...entry,
        text: about.member ? (
          <>
            {copy.member} <PermittedLink to={placeOfPerson(about.member.id)}>{about.member.name}</PermittedLink>
          </>
        ) : (
          copy.joined
        ),
      };
    case 'mail':
      return { ...entry, text: copy.mail[about.state](nameOfMail(about.template)), said: about.problem ?? undefined };
    case 'access':
      return { ...entry, text: actionName(about.action) };
    case 'staff':
      return {
        ...entry,
        text: about.action === null ? copy.note : actionName(about.action),
        said: about.note ?? undefined,
      };
  }
}
