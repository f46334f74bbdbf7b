import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { mineCopy as copy } from '#domain/events/copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoney } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import styles from '../account/account.module.css';
import { ProveMailbox } from '../account/prove-mailbox.tsx';
import { api, type client } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { type Column, Table } from '../ui/table.tsx';

type Row = Awaited<ReturnType<typeof client.events.mine>>['rows'][number];

/** Reservations made with this address, once its mailbox is known to be this person's. */
export function MyReservations({ email }: { email: string }) {
  const list = useQuery(api.events.mine.queryOptions());
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      {list.data?.proven === false ? (
        <ProveMailbox copy={copy.prove} email={email} proven={() => list.refetch()} />
      ) : (
        <Table
          caption={copy.title}
          columns={COLUMNS}
          rows={list.data?.rows}
          rowKey={(row) => String(row.number)}
          rowTone={(row) => (row.status === 'placeno' ? 'ok' : 'warn')}
          error={list.error && !list.data ? { text: copy.failed, onRetry: () => list.refetch() } : null}
          empty={
            <Empty title={copy.empty} text={copy.emptyHint}>
              <ButtonLink variant="secondary" to={pages.event.path}>
                {copy.event}
              </ButtonLink>
            </Empty>
          }
        />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'package', header: copy.package, bare: true, cell: (row) => <b>{packageOf(row.packageId).name}</b> },
  { key: 'number', header: copy.number, cell: (row) => row.number },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  {
    key: 'status',
    header: copy.status,
    cell: (row) =>
      row.status === 'placeno' ? <Badge tone="ok">{copy.paid}</Badge> : <Badge tone="warn">{copy.pending}</Badge>,
  },
  { key: 'amount', header: copy.amount, align: 'right', cell: (row) => <span className="nb">{formatMoney(row)}</span> },
  {
    key: 'next',
    header: copy.next,
    bare: true,
    cell: (row) => (
      <Link className={styles.next} to={row.path}>
        {row.status === 'placeno' ? copy.tickets : copy.pay}
        <span className="vh"> {copy.of(row.number)}</span>
      </Link>
    ),
  },
];
