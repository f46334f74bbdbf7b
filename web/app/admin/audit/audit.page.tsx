import { useMemo, useState } from 'react';
import { audit as copy } from '#domain/admin/audit-copy.ts';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { AdminList } from '../admin-list.tsx';
import { ListOrderSelect, useListOrder } from '../list-order.tsx';
import tools from '../list-tools.module.css';
import { DayFilter, isBackwards, useDebouncedInput, withQuery } from '../list-tools.tsx';
import { useAdminList } from '../use-admin-list.ts';
import styles from './audit.module.css';
import { auditColumns } from './audit-columns.tsx';
import { Changes } from './changes.tsx';

const FILTERS = ['actor', 'subject', 'action', 'from', 'to'] as const;
const ORDERS = { at: admin.times };
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Who did what, newest first; the filter is in the address. */
export default function AuditPage() {
  const [search, setSearch] = useAddressParams();
  const [actor, setActor] = useDebouncedInput('actor');
  const [subject, setSubject] = useDebouncedInput('subject');
  const [open, setOpen] = useState<number | null>(null);
  const value = (name: (typeof FILTERS)[number]) => search.get(name)?.trim() || undefined;
  const day = (name: 'from' | 'to') => (DAY.test(search.get(name) ?? '') ? search.get(name)! : undefined);
  const filter = {
    actor: value('actor'),
    subject: value('subject'),
    action: value('action'),
    from: day('from'),
    to: day('to'),
  };
  const filtered = Object.values(filter).some(Boolean);
  const order = useListOrder(ORDERS);
  const choose = (name: string, text: string) =>
    setSearch((current) => withQuery(current, name, text), { replace: true, preventScrollReset: true });

  const list = useAdminList(
    api.admin.audit,
    { ...filter, direction: order.sort.direction },
    { screen: 'audit', held: open !== null },
  );

  const columns = useMemo(() => auditColumns(open, setOpen), [open]);

  return (
    <>
      <AdminHead title={copy.title} />
      <p className={styles.lead}>{copy.lead}</p>
      <AdminList
        title={copy.title}
        list={list}
        order={order}
        columns={columns}
        detail={(row) => (open === row.id ? <Changes entry={row} /> : null)}
        tools={
          <search className={`${tools.tools} ${styles.fields}`} aria-label={copy.title}>
            <input
              type="search"
              className={`${tools.search} ${styles.search}`}
              aria-label={copy.actor}
              placeholder={copy.actor}
              value={actor}
              maxLength={100}
              onChange={(event) => setActor(event.target.value)}
            />
            <input
              type="search"
              className={`${tools.search} ${styles.search}`}
              aria-label={copy.subject}
              placeholder={copy.subject}
              value={subject}
              maxLength={100}
              onChange={(event) => setSubject(event.target.value)}
            />
            <select
              className={tools.select}
              aria-label={copy.action}
              value={filter.action ?? ''}
              onChange={(event) => choose('action', event.target.value)}
            >
              <option value="">{copy.everyAction}</option>
              {Object.entries(copy.domains).map(([domain, name]) => (
                <optgroup key={domain} label={name}>
                  <option value={domain}>{`${name}: ${copy.everyAction.toLowerCase()}`}</option>
                  {Object.entries(copy.actions)
                    .filter(([action]) => action.startsWith(`${domain}.`))
                    .map(([action, words]) => (
                      <option key={action} value={action}>
                        {words}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
            {(['from', 'to'] as const).map((name) => (
              <DayFilter
                key={name}
                className={styles.day}
                fieldClassName={tools.select}
                label={copy[name]}
                value={filter[name]}
                onSet={(day) => choose(name, day)}
              />
            ))}
            <ListOrderSelect {...order} />
            {filtered && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => setSearch({}, { replace: true, preventScrollReset: true })}
              >
                {common.clearFilter}
              </Button>
            )}
          </search>
        }
        filtered={filtered}
        emptyFilter={isBackwards(filter) ? admin.backwards : copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
      />
    </>
  );
}
