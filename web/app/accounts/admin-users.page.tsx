import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { PEOPLE_GROUPS } from '#domain/accounts/person-fields.ts';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { ListFoot } from '../admin/list-foot.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { useAsked } from '../admin/use-asked.ts';
import { api, client, errorMessage } from '../api.ts';
import { withProof } from '../proof.tsx';
import { accessLevelOf, usePermissions, useSession } from '../session.ts';
import { PersonPlaces } from '../subject-link.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { write } from '../write.ts';
import { AccessActions } from './access-actions.tsx';
import { isStaff, type ListedPerson, type PersonRow, peopleColumns, toneOf } from './people-columns.tsx';
import { PersonForm } from './person-form.tsx';
import { menuOf, type Question, questionsOf } from './person-questions.ts';
import { ProfileConflictDialog } from './profile-conflict.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { SecondStepAction } from './second-step-action.tsx';
import { PeopleFilters } from './users/people-filters.tsx';
import { personWrites } from './users/person-writes.ts';
import { usePersonEdit, useSaveEdit } from './users/use-person-edit.ts';

/** Everybody with a profile. Search, filters and order are in the address. */
export default function AdminUsersPage() {
  const session = useSession();
  const permissions = usePermissions();
  const navigate = useNavigate();
  const [search, setSearch] = useAddressParams();
  const form = usePersonEdit(search.get('edit'));
  const { editing, conflicting, toggle } = form;
  const [question, setQuestion] = useState<Question | null>(null);

  const text = search.get('q')?.trim() ?? '';
  const show = PEOPLE_GROUPS.find((one) => one === search.get('show'));
  const order = useListOrder(copy.orders);
  const asked = { search: text || undefined, show, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.accounts.admin.people.list, asked, {
    screen: 'people',
    held: editing !== null || question !== null || conflicting !== null,
    also: [api.accounts.admin.people.count.key()],
  });
  const { save, reload } = list;
  const { label, setAdmin, block } = personWrites(list);
  const { edit, writeChosen } = useSaveEdit(form, list);
  const ownId = session.status === 'signedIn' ? session.userId : null;
  const rights = {
    rules: accessLevelOf(session) === 'superAdmin',
    edits: permissions.has('edit people'),
    ends: permissions.has('end access'),
    ownId,
  };
  const asking = useAsked(
    list,
    ({ blockedAt, closedAt, terminatesAt }) => [blockedAt !== null, closedAt !== null, terminatesAt],
    (row) => question !== null && questionsOf(row, rights).includes(question),
  );
  const closeQuestion = () => {
    setQuestion(null);
    asking.close();
  };
  // The rows first: counting everybody would slow them down.
  const counted = useQuery(
    api.accounts.admin.people.count.queryOptions({
      input: { search: asked.search, show },
      placeholderData: keepPreviousData,
      enabled: list.isRead,
    }),
  );
  const count = counted.data;
  const choose = (group: string) =>
    setSearch((current) => withQuery(current, 'show', group), { replace: true, preventScrollReset: true });

  async function erase(row: PersonRow, email: string) {
    const outcome = await withProof(() =>
      write<unknown>(() => client.accounts.admin.people.erase({ id: row.id, email }), {
        arrived: ({ code }) => (code === 'PERSON_GONE' ? true : undefined),
        failed: copy.erase.error,
      }),
    );
    if (outcome.outcome !== 'done') return outcome;
    closeQuestion();
    toast.success(copy.erase.done);
    void reload();
    return null;
  }

  async function download() {
    try {
      saveFile(await client.accounts.admin.people.export(asked));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  const menu = (row: ListedPerson) =>
    menuOf(row, rights, {
      edit: () => void toggle(row),
      open: () => void navigate(placeOfPerson(row.id).path),
      ask: (what) => {
        setQuestion(what);
        asking.ask(row);
      },
    });
  const act = useRef({ label, menu, toggle });
  act.current = { label, menu, toggle };
  const { rules, edits, ends } = rights;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a row depends on them
  const columns = useMemo(
    () =>
      peopleColumns({
        rules,
        edits,
        onLabel: (row, role) => void act.current.label(row, role),
        onEdit: (row) => void act.current.toggle(row),
        menuOf: (row) => act.current.menu(row),
      }),
    [rules, edits, ends, ownId],
  );

  return (
    <>
      <AdminHead title={copy.title}>
        <HeadFigure part={list.partAfter(counted)}>{() => copy.count(count!.total)}</HeadFigure>
        <Button size="sm" variant="secondary" onClick={() => void download()}>
          {copy.export}
        </Button>
      </AdminHead>
      <AdminList
        title={copy.title}
        dense
        list={list}
        order={order}
        columns={columns}
        rowTone={toneOf}
        detail={(row) =>
          editing?.id === row.id ? (
            <PersonForm
              key={editing.attempt}
              row={row}
              base={editing.base}
              typed={editing.typed}
              refused={editing.refused}
              onSave={(from, to) => edit(row, from, to)}
              onCancel={form.closeForm}
              locked={edits ? !rules && isStaff(row) && copy.staffLocked : copy.notYours}
            >
              <AccessActions row={row} rights={rights} onAdmin={(one, on) => void setAdmin(one, on)} />
              {permissions.has('remove second steps') && <SecondStepAction row={row} />}
              <PersonPlaces email={row.email} inTree={row.referralCode ? row.id : null} except="adminUsers" />
            </PersonForm>
          ) : null
        }
        keys={{ e: (row) => void toggle(row) }}
        search={copy.search}
        filters={<PeopleFilters shown={show} counts={count?.groups} onChoose={choose} />}
        filtered={text !== '' || show !== undefined}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
        foot={
          list.rows &&
          list.rows.length > 0 && (
            <ListFoot shown={count ? copy.shown(list.rows.length, count.total) : null} keys={copy.keys} />
          )
        }
      />
      {conflicting && (
        <ProfileConflictDialog
          key={conflicting.attempt}
          where={`${conflicting.row.email}.`}
          {...conflicting}
          onBack={() => form.backToForm(conflicting)}
          onChoose={(to) => void writeChosen(conflicting, to)}
        />
      )}
      {asking.row && question && (
        <QuestionDialog
          row={asking.row}
          question={question}
          meanwhile={asking.meanwhile}
          save={save}
          onBlock={block}
          onErase={erase}
          close={closeQuestion}
        />
      )}
    </>
  );
}
