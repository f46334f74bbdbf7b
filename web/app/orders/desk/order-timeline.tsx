import { useState } from 'react';
import { documentNames } from '#domain/documents/copy.ts';
import { formatDinars } from '#domain/money.ts';
import { eventWords, orderCopy } from '#domain/orders/order-page-copy.ts';
import page from '../../admin/desk-page.module.css';
import { NoteForm } from '../../admin/timeline/note-form.tsx';
import { LiveMark, Timeline, type TimelineEntry, TimelineFilters } from '../../admin/timeline/timeline.tsx';
import { eventText, nameOfActor, nameOfMail } from '../../admin/timeline/words.ts';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { write } from '../../write.ts';
import type { OrderRow } from './order-row.ts';

const copy = orderCopy.timeline;
type Group = 'payment' | 'fulfilment' | 'documents' | 'mails' | 'returns' | 'notes';
const GROUPS: Group[] = ['payment', 'fulfilment', 'documents', 'mails', 'returns', 'notes'];

/** What happened to the order, newest first, with its mails and the notes of staff. */
export function OrderTimeline({
  order,
  reload,
  live,
}: {
  order: OrderRow;
  reload: () => Promise<unknown>;
  live: boolean;
}) {
  const [shown, setShown] = useState<Group | null>(null);
  const mayNote = usePermissions().has('handle payments');
  const entries = entriesOf(order);
  const wanted = shown ? entries.filter(({ group }) => group === shown) : entries;
  const counts = Object.fromEntries([
    ['all', entries.length],
    ...GROUPS.map((group) => [group, entries.filter((entry) => entry.group === group).length]),
  ]) as Record<Group | 'all', number>;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
        {live && <LiveMark>{orderCopy.live}</LiveMark>}
      </header>
      <TimelineFilters
        label={copy.show}
        groups={GROUPS}
        words={copy.kinds}
        counts={counts}
        shown={shown}
        onShow={setShown}
      />
      {mayNote && (
        <NoteForm
          id="order-note"
          words={orderCopy.note}
          send={(note) =>
            write(() => client.orders.admin.addNote({ id: order.id, ...note }), { failed: orderCopy.note.failed })
          }
          reload={reload}
        />
      )}
      {wanted.length === 0 ? (
        <p className={`${page.body} muted`}>{copy.empty}</p>
      ) : (
        <Timeline entries={wanted} words={copy.kinds} />
      )}
    </section>
  );
}

function entriesOf({ events, payments, documents, mails, notes, currency }: OrderRow): TimelineEntry<Group>[] {
  return [
    ...events.map(({ id, kind, moment, by, reference, facts }) => ({
      key: `event ${id}`,
      group: eventWords[kind].group,
      moment: new Date(moment),
      text: [eventText({ kind, reference, facts }, currency), lineText(payments, reference)].filter(Boolean).join(' '),
      by: nameOfActor(by),
    })),
    ...documents.map(({ id, kind, number, issuedAt, gross }) => ({
      key: `document ${id}`,
      group: 'documents' as const,
      moment: new Date(issuedAt),
      text: copy.document(documentNames[kind], number, gross === 0 ? '' : formatDinars(gross)),
      by: copy.system,
    })),
    ...mails.map(({ id, template, state, moment }) => ({
      key: `mail ${id}`,
      group: 'mails' as const,
      moment: new Date(moment),
      text: { queued: copy.mailQueued, sent: copy.mail, failed: copy.mailFailed, expired: copy.mailFailed }[state](
        nameOfMail(template),
      ),
      by: copy.system,
    })),
    ...notes.map(({ id, text, moment, by }) => ({
      key: `note ${id}`,
      group: 'notes' as const,
      moment: new Date(moment),
      text: copy.note,
      said: text,
      by: by ? nameOfActor(by) : copy.erased,
    })),
  ].sort((one, other) => other.moment.getTime() - one.moment.getTime());
}

/** Where a statement shows the money that an event is about; empty of any other event. */
function lineText(payments: OrderRow['payments'], reference: string): string {
  const line = payments.find(({ key }) => key === reference)?.line;
  return line ? copy.line(line.statement.name, line.position, line.reference) : '';
}
