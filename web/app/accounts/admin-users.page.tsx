import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountRefusals } from '#domain/accounts/copy.ts';
import { people as copy } from '#domain/accounts/people-copy.ts';
import {
  PEOPLE_GROUPS,
  PEOPLE_SORTS,
  type PeopleGroup,
  type PersonFields,
  type PersonFormValues,
} from '#domain/accounts/person-fields.ts';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatNumber } from '#domain/money.ts';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { client, errorCode, sayError } from '../api.ts';
import { levelOf, useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { AccessActions } from './access-actions.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import styles from './people.module.css';
import { LABELS, type Label, peopleColumns, toneOf } from './people-columns.tsx';
import { PersonForm, type Refused } from './person-form.tsx';
import { type PersonRow, usePeople } from './use-people.ts';

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
  /** Another form for every try: it begins with what was typed and with what the row has become. */
  attempt: number;
  typed?: PersonFormValues;
  refused?: Refused;
}

/** Everybody with a profile. What is searched, filtered and sorted stands in the address. */
export default function AdminUsersPage() {
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [erasing, setErasing] = useState<PersonRow | null>(null);

  const text = search.get('q')?.trim() ?? '';
  const show = PEOPLE_GROUPS.find((one) => one === search.get('show'));
  const { sort, onSort } = useOrder(PEOPLE_SORTS);
  const choice = { search: text || undefined, show, sort: sort.key, direction: sort.direction } as const;
  const { list, rows, count, connection, onRange, save, reload } = usePeople(choice);
  const choose = (changes: Record<string, string>) =>
    setSearch(
      (current) => Object.entries(changes).reduce((query, [name, value]) => withQuery(query, name, value), current),
      { replace: true, preventScrollReset: true },
    );

  async function label(row: PersonRow, role: Label) {
    const on = !row[LABELS[role]];
    const excluded =
      on && role === 'installer' ? { isPartner: false } : on && role === 'partner' ? { isInstaller: false } : {};
    try {
      await save(row.id, { [LABELS[role]]: on, ...excluded }, () =>
        client.accounts.admin.people.setRole({ id: row.id, role, on }),
      );
      toast.success(copy.toggled[role][on ? 'on' : 'off']);
    } catch (error) {
      failed(error, copy.toggled[role].error);
    }
  }

  async function setAdmin(row: PersonRow, on: boolean) {
    try {
      await save(row.id, { isAdmin: on }, () =>
        client.accounts.admin.people.setRole({ id: row.id, role: 'admin', on }),
      );
      toast.success(on ? copy.admin.given : copy.admin.taken);
    } catch (error) {
      failed(error, copy.admin.error);
    }
  }

  async function block(row: PersonRow, on: boolean) {
    const now = new Date().toISOString();
    try {
      await save(row.id, { blockedAt: on ? now : null }, () => client.accounts.admin.people.block({ id: row.id, on }));
      toast.success(on ? copy.block.done : copy.block.undone);
    } catch (error) {
      failed(error, copy.block.error);
    }
  }

  /** The row shows the new values at once; when they are refused the form comes back with what was typed. */
  async function edit(
    row: PersonRow,
    from: Partial<PersonFields>,
    to: Partial<PersonFields>,
    values: PersonFormValues,
  ) {
    setEditing(null);
    if (Object.keys(to).length === 0) return;
    try {
      await save(row.id, to, () => client.accounts.admin.people.edit({ id: row.id, from, to }));
      toast.success(copy.saved);
    } catch (error) {
      toast.error(copy.saveError);
      const code = errorCode(error);
      if (code === 'PERSON_GONE') return void reload();
      const refused = code === 'PERSON_CHANGED' ? await changedMeanwhile(error, row.id) : refusalOf(error);
      setEditing((now) => now ?? { id: row.id, attempt: Date.now(), typed: values, refused });
    }
  }

  async function changedMeanwhile(error: unknown, id: string): Promise<Refused> {
    await reload();
    const fields = (error as { data?: { fields?: string[] } }).data?.fields ?? [];
    const now = latest.current?.find((one) => one.id === id);
    const said = fields.map((name) => [name, copy.changedMeanwhile(String(now?.[name as keyof PersonFields] ?? ''))]);
    return { text: accountRefusals.PERSON_CHANGED, fields: Object.fromEntries(said) };
  }

  function failed(error: unknown, words: string) {
    console.warn(error);
    toast.error(errorCode(error) ? sayError(error) : words);
    if (errorCode(error) === 'PERSON_GONE') void reload();
  }

  async function erase(row: PersonRow, email: string) {
    try {
      await client.accounts.admin.people.erase({ id: row.id, email });
      setErasing(null);
      toast.success(copy.erase.done);
      void reload();
    } catch (error) {
      console.warn(error);
      toast.error(errorCode(error) ? sayError(error) : copy.erase.error);
    }
  }

  async function download() {
    try {
      saveFile(await client.accounts.admin.people.export(choice));
    } catch (error) {
      toast.error(sayError(error));
    }
  }

  const mayErase = levelOf(session) === 'superAdmin';
  const latest = useRef(rows);
  latest.current = rows;
  const act = useRef({ label, setErasing, setEditing });
  act.current = { label, setErasing, setEditing };
  const columns = useMemo(
    () =>
      peopleColumns({
        mayErase,
        onLabel: (row, role) => void act.current.label(row, role),
        onEdit: (row) => act.current.setEditing((now) => (now?.id === row.id ? null : { id: row.id, attempt: 0 })),
        onErase: (row) => act.current.setErasing(row),
      }),
    [mayErase],
  );
  const named = (group: PeopleGroup) =>
    count ? copy.withCount(copy.groups[group], formatNumber(count.groups[group] ?? 0)) : copy.groups[group];

  return (
    <>
      <AdminHead title={copy.title}>
        {count && <p className="muted">{copy.count(count.total)}</p>}
        <Button size="sm" variant="secondary" onClick={() => void download()}>
          {copy.export}
        </Button>
      </AdminHead>
      <ListTools label={copy.search} value={typed} onChange={setTyped} connection={connection}>
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
        <OrderSelect words={copy.orders} sort={sort} onSort={onSort} />
      </ListTools>
      <p className={styles.legend}>{copy.legend}</p>
      <Table
        caption={copy.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={toneOf}
        sort={sort}
        onSort={onSort}
        virtual={{ total: count?.total, estimate: { row: 85, card: 330 }, keep: editing?.id ?? null, onRange }}
        detail={(row) =>
          editing?.id === row.id ? (
            <PersonForm
              key={editing.attempt}
              row={row}
              typed={editing.typed}
              refused={editing.refused}
              onSave={(from, to, values) => void edit(row, from, to, values)}
              onCancel={() => setEditing(null)}
            >
              <AccessActions
                row={row}
                own={session.status === 'signedIn' && session.userId === row.id}
                onAdmin={(one, on) => void setAdmin(one, on)}
                onBlock={(one, on) => void block(one, on)}
                save={save}
              />
            </PersonForm>
          ) : null
        }
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => void reload() } : null}
        empty={
          text || show ? (
            <Empty title={copy.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={copy.empty} />
          )
        }
      />
      {list.isFetchingNextPage && (
        <p className={styles.more} role="status">
          {copy.loadingMore}
        </p>
      )}
      {erasing && <EraseDialog row={erasing} onClose={() => setErasing(null)} onErase={erase} />}
    </>
  );
}

function refusalOf(error: unknown): Refused {
  if (errorCode(error) === 'USERNAME_TAKEN') return { fields: { username: sayError(error) } };
  return { text: copy.saveError };
}
