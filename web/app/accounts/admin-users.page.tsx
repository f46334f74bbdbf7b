import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { people as copy } from '#domain/accounts/people-copy.ts';
import {
  labelsOf,
  PEOPLE_GROUPS,
  type PeopleGroup,
  type PersonFields,
  type PersonFormValues,
} from '#domain/accounts/person-fields.ts';
import { admin } from '#domain/admin/copy.ts';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { formatCount } from '#domain/count.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { ListFoot } from '../admin/list-foot.tsx';
import { useOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { useAsked } from '../admin/use-asked.ts';
import { api, client, errorMessage } from '../api.ts';
import { withProof } from '../proof.tsx';
import { accessLevelOf, usePermissions, useSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { PersonPlaces } from '../subject-link.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import { questionBeforeLeaving } from '../ui/leaving.ts';
import { type ToastAction, toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { type Outcome, type Refusal, type Unknown, write } from '../write.ts';
import { AccessActions } from './access-actions.tsx';
import styles from './people.module.css';
import {
  isStaff,
  LABELS,
  type Label,
  type ListedPerson,
  type PersonRow,
  peopleColumns,
  toneOf,
} from './people-columns.tsx';
import { PersonForm, type Refused, typedOf } from './person-form.tsx';
import { menuOf, type Question, questionsOf } from './person-questions.ts';
import { conflictIn, type ProfileConflict, ProfileConflictDialog } from './profile-conflict.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { SecondStepAction } from './second-step-action.tsx';

const EVERY = 'every';
const COLOURS: Partial<Record<PeopleGroup, string>> = {
  company: 'var(--row-company-bar)',
  installer: 'var(--row-monter-bar)',
  others: 'var(--row-other-bar)',
};
const QUICK = ['company', 'installer', 'others'] as const;
const MORE = PEOPLE_GROUPS.filter((group) => !(QUICK as readonly string[]).includes(group));

interface Editing {
  id: string;
  /** Each attempt is a new form: it starts with what was typed and with the row's present values. */
  attempt: number;
  base?: PersonFields;
  typed?: PersonFormValues;
  refused?: Refused;
}

/** An edit over which somebody else's has come. */
interface Conflicting {
  /** Each is a new question. */
  attempt: number;
  row: PersonRow;
  from: Partial<PersonFields>;
  to: Partial<PersonFields>;
  conflict: ProfileConflict;
}

/** Nobody is both: the one label takes the other away. */
const CLEARED_BY: Partial<Record<Label, Label>> = { installer: 'partner', partner: 'installer' };
/** Milliseconds for which a touch can be undone. */
const UNDO_MS = 10_000;

/** Everybody with a profile. Search, filters and order are in the address. */
export default function AdminUsersPage() {
  const session = useSession();
  const permissions = usePermissions();
  const navigate = useNavigate();
  const [search, setSearch] = useAddressParams();
  const [editing, setEditing] = useState<Editing | null>(() => {
    const asked = search.get('edit');
    return asked ? { id: asked, attempt: 0 } : null;
  });
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const text = search.get('q')?.trim() ?? '';
  const show = PEOPLE_GROUPS.find((one) => one === search.get('show'));
  const order = useOrder(copy.orders);
  const asked = { search: text || undefined, show, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.accounts.admin.people.list, asked, {
    screen: 'people',
    held: editing !== null || question !== null || conflicting !== null,
    also: [api.accounts.admin.people.count.key()],
  });
  const { save, reload } = list;
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
  const choose = (changes: Record<string, string>) =>
    setSearch(
      (current) => Object.entries(changes).reduce((query, [name, value]) => withQuery(query, name, value), current),
      { replace: true, preventScrollReset: true },
    );

  /** One touch in a row, so it says everything that has changed, and can be undone. */
  async function label(row: PersonRow, role: Label, undoing = false) {
    const on = !row[LABELS[role]];
    const other = on ? CLEARED_BY[role] : undefined;
    const excluded = other ? { [LABELS[other]]: false } : {};
    const outcome = await save(row.id, { [LABELS[role]]: on, ...excluded }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.setRole({ id: row.id, role, on, shown: labelsOf(row) }), {
          failed: copy.toggled[role].error,
        }),
      ),
    );
    const cleared = other && row[LABELS[other]] ? other : null;
    const now = { ...row, [LABELS[role]]: on, ...excluded };
    said(
      outcome,
      [copy.toggled[role][on ? 'on' : 'off'], cleared && copy.toggled[cleared].off].filter(Boolean).join(' '),
      undoing ? undefined : { label: copy.undo, onPress: () => void label(now, cleared ?? role, true), lasts: UNDO_MS },
    );
  }

  async function setAdmin(row: PersonRow, on: boolean) {
    const outcome = await save(row.id, { isAdmin: on }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.setRole({ id: row.id, role: 'admin', on }), {
          failed: copy.admin.error,
        }),
      ),
    );
    said(outcome, on ? copy.admin.given : copy.admin.taken);
  }

  async function block(row: PersonRow, on: boolean) {
    const now = new Date().toISOString();
    const outcome = await save(row.id, { blockedAt: on ? now : null }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.block({ id: row.id, on }), { failed: copy.block.error }),
      ),
    );
    said(outcome, on ? copy.block.done : copy.block.undone);
  }

  /** The row shows the new values at once; the form goes when they are saved, and otherwise says why they are not. */
  async function edit(row: PersonRow, base: PersonFields, to: Partial<PersonFields>): Promise<Refused | null> {
    const from = Object.fromEntries((Object.keys(to) as (keyof PersonFields)[]).map((name) => [name, base[name]]));
    if (Object.keys(to).length === 0) return close(row);
    const outcome = await save(row.id, to, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.edit({ id: row.id, from, to }), { failed: copy.saveError }),
      ),
    );
    if (outcome.outcome === 'done') {
      toast.success(copy.saved);
      return close(row);
    }
    if (outcome.code === 'PERSON_GONE') {
      toast.error(outcome.text);
      void reload();
      return close(row);
    }
    const conflict = outcome.code === 'PERSON_CHANGED' ? conflictIn(outcome) : null;
    if (conflict) {
      void reload();
      close(row);
      setConflicting({ attempt: Date.now(), row, from, to, conflict });
      return null;
    }
    toast.error(outcome.outcome === 'unknown' ? outcome.text : copy.saveError);
    return refusalOf(outcome);
  }

  function close({ id }: PersonRow) {
    setEditing((now) => (now?.id === id ? null : now));
    setConflicting(null);
    return null;
  }

  /** Opens the form of a row, or closes it, once what was typed in the one that is open may go. */
  async function toggle({ id }: PersonRow) {
    if ((await questionBeforeLeaving()?.()) ?? true)
      setEditing((now) => (now?.id === id ? null : { id, attempt: Date.now() }));
  }

  /** What was chosen is written over what stands there; refused, it is in the form again. */
  const writeChosen = useSingleFlight(async (conflicting: Conflicting, to: Partial<PersonFields>) => {
    const { row, conflict } = conflicting;
    const refused = await edit(row, conflict.now, to);
    if (refused) backToForm({ ...conflicting, to }, refused);
  });

  /** The form with what the person typed; what they never touched is what stands there now. */
  function backToForm({ row, to, conflict }: Conflicting, refused?: Refused) {
    setConflicting(null);
    const typed = typedOf({ ...conflict.now, ...to });
    setEditing({ id: row.id, attempt: Date.now(), base: conflict.now, typed, ...(refused ? { refused } : {}) });
  }

  function said(outcome: Outcome<unknown>, done: string, undo?: ToastAction) {
    if (outcome.outcome === 'done') return void toast.success(done, undo);
    toast.error(outcome.text);
    if (outcome.code === 'PERSON_GONE' || outcome.code === 'LABELS_CHANGED') void reload();
  }

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
  const named = (group: PeopleGroup) =>
    count ? copy.withCount(copy.groups[group], formatCount(count.groups[group])) : copy.groups[group];

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
              onCancel={() => setEditing(null)}
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
        filters={
          <>
            <div className={styles.groups}>
              <Segmented
                label={copy.group}
                selected={QUICK.find((one) => one === show) ?? EVERY}
                onSelect={(key) => choose({ show: key === EVERY ? '' : key })}
                segments={[
                  { key: EVERY, label: admin.all },
                  ...QUICK.map((key) => ({ key, label: named(key), colour: COLOURS[key]! })),
                ]}
              />
            </div>
            <select
              className={styles.select}
              aria-label={copy.group}
              value={MORE.find((one) => one === show) ?? ''}
              onChange={(event) => choose({ show: event.target.value })}
            >
              <option value="">{copy.moreGroups}</option>
              {MORE.map((group) => (
                <option key={group} value={group}>
                  {named(group)}
                </option>
              ))}
            </select>
          </>
        }
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
          onBack={() => backToForm(conflicting)}
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

function refusalOf({ code, text }: Refusal | Unknown): Refused {
  return ['USERNAME_TAKEN', 'USERNAME_IS_ADDRESS'].includes(code ?? '') ? { fields: { username: text } } : { text };
}
