import { statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api, type client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { RowLink } from '../../ui/link.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useLiveRows } from '../../use-live-rows.ts';
import styles from './desk.module.css';

type Row = Awaited<ReturnType<typeof client.bank.desk.unmatched>>['rows'][number];

const placeOf = ({ statement }: Row) => `${pages.adminBank.path}?statement=${statement.id}&finding=unknown`;

const COLUMNS: readonly Column<Row>[] = [
  { key: 'day', header: copy.unmatched.th.day, cell: (row) => <span className="nb">{formatDate(row.bookedOn)}</span> },
  {
    key: 'payer',
    header: copy.th.payer,
    bare: true,
    cell: (row) => (
      <span className={styles.pair}>
        <RowLink to={placeOf(row)} aria-label={copy.unmatched.open(row.payer || statementCopy.nobody)}>
          {row.payer || statementCopy.nobody}
        </RowLink>
        <small>{row.purpose}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.th.amount,
    align: 'right',
    cell: (row) => <b className="nb">{formatMoneyExact(row)}</b>,
  },
  {
    key: 'statement',
    header: copy.unmatched.th.statement,
    cell: (row) => row.statement.number || row.statement.fileName,
  },
];

/** Payments of all statements that name nothing that is known; each is decided about in its statement. */
export function Unmatched() {
  const list = useAdminList(api.bank.desk.unmatched, {}, { screen: 'unmatched', useLive: useLiveRows });
  return (
    <>
      <AdminHead title={copy.unmatched.title}>
        <ButtonLink size="sm" variant="secondary" to={pages.adminBank.path}>
          {copy.unmatched.all}
        </ButtonLink>
      </AdminHead>
      <p className={`muted s ${styles.head}`}>{copy.unmatched.text}</p>
      <DataPart name={copy.unmatched.title} part={list.part()} lines={6}>
        {() => (
          <div className={styles.list}>
            <Table
              caption={copy.unmatched.title}
              columns={COLUMNS}
              rows={list.rows}
              rowKey={({ id }) => id}
              empty={<Empty title={copy.unmatched.empty} />}
            />
            {list.more && (
              <LoadMore onMore={() => void list.more?.()} busy={list.isReadingMore} failed={list.moreFailed} />
            )}
          </div>
        )}
      </DataPart>
    </>
  );
}
