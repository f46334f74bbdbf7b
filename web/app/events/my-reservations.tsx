import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mineCopy as copy } from '#domain/events/own-copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoney } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { RowLink } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { type Column, Table } from '../ui/table/table.tsx';

type Row = Awaited<ReturnType<typeof client.events.mine>>['rows'][number];

/** Reservations made with this address, once its mailbox is known to be this person's; until then `unproven` is drawn. */
export function MyReservations({ unproven }: { unproven: (proven: () => unknown) => ReactNode }) {
  const list = useQuery(api.events.mine.queryOptions());
  return (
    <Section>
      <h3 className="d h3">{copy.title}</h3>
      {list.data?.proven === false ? (
        unproven(() => list.refetch())
      ) : (
        <Table
          caption={copy.title}
          columns={COLUMNS}
          rows={list.data?.rows}
          rowKey={(row) => String(row.number)}
          rowTone={(row) => badgeOf(row).tone}
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
    </Section>
  );
}

interface ReservationBadge {
  tone: 'ok' | 'warn' | 'err';
  word: string;
  next: string;
}
const BADGES: Record<Row['status'], ReservationBadge> = {
  placeno: { tone: 'ok', word: copy.paid, next: copy.tickets },
  pending: { tone: 'warn', word: copy.pending, next: copy.pay },
  isteklo: { tone: 'err', word: copy.lapsed, next: copy.why },
  otkazano: { tone: 'err', word: copy.cancelled, next: copy.see },
};

/** Nobody pays any more for an event that is over. */
const UNPAID: ReservationBadge = { tone: 'err', word: copy.unpaid, next: copy.see };
const badgeOf = ({ status, past }: Row): ReservationBadge => (past && status === 'pending' ? UNPAID : BADGES[status]);

const COLUMNS: readonly Column<Row>[] = [
  { key: 'package', header: copy.package, bare: true, cell: (row) => <b>{packageOf(row.packageId).name}</b> },
  { key: 'number', header: copy.number, cell: (row) => row.number },
  { key: 'date', header: copy.date, cell: (row) => <span className="nb">{formatDate(row.createdAt)}</span> },
  {
    key: 'status',
    header: copy.status,
    cell: (row) => <Badge tone={badgeOf(row).tone}>{badgeOf(row).word}</Badge>,
  },
  { key: 'amount', header: copy.amount, align: 'right', cell: (row) => <span className="nb">{formatMoney(row)}</span> },
  {
    key: 'next',
    header: copy.next,
    bare: true,
    cell: (row) => (
      <RowLink to={row.path}>
        {badgeOf(row).next}
        <span className="vh"> {copy.of(row.number)}</span>
      </RowLink>
    ),
  },
];
