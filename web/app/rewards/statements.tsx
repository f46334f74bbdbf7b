import { useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { PAYOUTS } from '#domain/admin/waiting.ts';
import { formatDinars, formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { ListTools, useListSearch, withQuery } from '../admin/list-tools.tsx';
import { NewRows } from '../admin/new-rows.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api, client } from '../api.ts';
import { PersonLink } from '../subject-link.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { type Column, type RowTone, Table } from '../ui/table/table.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './admin-rewards.module.css';
import type { Desk, Statement } from './desk.ts';
import { StateBadge, stateOf, TONES } from './state-badge.tsx';
import { StatementDialog } from './statement-dialog.tsx';

const columnsOf = (onOpen: (row: Statement) => void): readonly Column<Statement>[] => [
  {
    key: 'viewer',
    header: copy.th.viewer,
    bare: true,
    // Of whoever was erased there is no name left to lead anywhere.
    cell: ({ viewer }) => <b>{viewer.name && <PersonLink id={viewer.id}>{viewer.name}</PersonLink>}</b>,
  },
  {
    key: 'account',
    header: copy.th.account,
    cell: ({ account }) => (account ? <span className="nb muted">{account}</span> : copy.noAccount),
  },
  { key: 'banners', header: copy.th.banners, align: 'right', cell: ({ banners }) => formatNumber(banners) },
  { key: 'seconds', header: copy.th.seconds, align: 'right', cell: ({ tvSeconds }) => formatNumber(tvSeconds) },
  {
    key: 'amount',
    header: copy.th.amount,
    align: 'right',
    cell: ({ gross }) => <b className="nb">{formatDinars(gross)}</b>,
  },
  { key: 'state', header: copy.th.state, cell: (row) => <StateBadge statement={row} /> },
  {
    key: 'actions',
    header: copy.th.actions,
    bare: true,
    align: 'right',
    cell: (row) => (
      <Button size="sm" variant="secondary" aria-label={copy.openOf(row.viewer.name)} onClick={() => onOpen(row)}>
        {copy.open}
      </Button>
    ),
  },
];

/** Statements of a closed month: which one stands in the address, without one it is the newest. */
export function Statements({ months, hasTaxRate }: { months: Desk['months']; hasTaxRate: boolean }) {
  const [address, setAddress] = useAddressParams();
  const [shown, setShown] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const month = (months.find((one) => one.month === address.get('month')) ?? months[0])?.month;
  const [typed, setTyped] = useListSearch();
  const search = address.get('q')?.trim() ?? '';
  const list = useAdminList(
    api.rewards.admin.statements,
    { month: month ?? '2026-01', ...(search ? { search } : {}) },
    { screen: 'rewards', held: shown !== null, enabled: month !== undefined },
  );
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await client.rewards.admin.file({ month: month! }));
    } catch {
      toast.error(copy.csvFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.part} aria-labelledby="statements">
      <header className={styles.head}>
        <h2 id="statements" className="d h3">
          {copy.statements}
        </h2>
        {month && (
          <div className={styles.tools}>
            <Button size="sm" variant="secondary" loading={busy} onClick={() => void download()}>
              {copy.csv}
            </Button>
            <ButtonLink size="sm" variant="secondary" to={`${pages.adminBank.path}?${PAYOUTS}=all`}>
              {copy.orders}
            </ButtonLink>
          </div>
        )}
      </header>
      {!hasTaxRate && <p className={styles.reason}>{copy.noRate}</p>}
      {month === undefined ? (
        <p className="muted">{copy.noMonths}</p>
      ) : (
        <>
          <div className={styles.choice}>
            <div className={styles.narrow}>
              <SelectField
                label={copy.month}
                value={month}
                options={months.map((one) => ({ value: one.month, label: copy.monthName(one.month) }))}
                onChange={({ target }) =>
                  setAddress((now) => withQuery(now, 'month', target.value), {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
              />
            </div>
            <ListTools label={copy.search} value={typed} onChange={setTyped} />
          </div>
          <NewRows count={list.waiting} onShow={list.show} />
          <Table
            caption={copy.statements}
            columns={columnsOf(({ id }) => setShown(id))}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowTone={(row): RowTone => TONES[stateOf(row)]}
            empty={<p className="muted">{search ? copy.noneFound : copy.noMonths}</p>}
            error={list.failed ? { text: admin.loadError, onRetry: () => void list.reload() } : null}
          />
          {list.more && (
            <div>
              <Button variant="secondary" loading={list.isReadingMore} onClick={() => void list.more?.()}>
                {copy.more}
              </Button>
            </div>
          )}
        </>
      )}
      {shown && <StatementDialog id={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
