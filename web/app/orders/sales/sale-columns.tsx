import { placeOfOrder, placeOfPerson } from '#domain/admin/subject-pages.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { axes, fulfilmentWords, paymentWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE } from '#domain/orders/tones.ts';
import type { SaleColumn } from '#domain/orders/views.ts';
import { lineName } from '#domain/payments/copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { formatPhone } from '#domain/phone.ts';
import { formatDateTime } from '#domain/time.ts';
import { backToListState } from '../../admin/list-place.ts';
import { PermittedLink, SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Email } from '../../ui/email.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { WithdrawalState } from '../withdrawal-state.tsx';
import { paymentDetail } from './payment-detail.ts';
import type { SaleRow } from './sale-row.ts';
import styles from './sales.module.css';
import { waitingFor } from './waiting-for.ts';

const SERIALS_SHOWN = 3;

export const STATUS_TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;

/** The chosen columns; `query` is the list's own address, kept so that an order's page knows its neighbours. */
export function saleColumns(
  chosen: readonly SaleColumn[],
  query: string,
  onResolve: (row: SaleRow) => void,
): readonly Column<SaleRow>[] {
  const all: Record<SaleColumn, Omit<Column<SaleRow>, 'key' | 'header'>> = {
    number: {
      cell: (row) => (
        <PermittedLink to={placeOfOrder(row.number, query)} state={backToListState()}>
          <b>{row.number}</b>
        </PermittedLink>
      ),
    },
    date: { sortable: true, cell: (row) => <span className="nb">{formatDateTime(row.createdAt)}</span> },
    buyer: {
      cell: (row) => (
        <span className={styles.two}>
          <SubjectLink kind="profile" lookup={row.email}>
            <b>{row.buyer}</b>
          </SubjectLink>
          {row.place && <small>{row.place}</small>}
        </span>
      ),
    },
    product: {
      cell: (row) => {
        const name = lineName({ kind: row.kind, name: row.productName });
        if (row.kind === 'device' || row.status !== 'paid') return name;
        return (
          <SubjectLink kind="package" lookup={row.email}>
            {name}
          </SubjectLink>
        );
      },
    },
    status: { cell: (row) => <Status row={row} onResolve={() => onResolve(row)} /> },
    delivery: { cell: (row) => <Delivery row={row} /> },
    amount: { align: 'right', sortable: true, cell: (row) => <Amount row={row} /> },
    way: { cell: (row) => wayWords.lists[row.way] },
    phone: { cell: (row) => <span className="nb">{row.phone && formatPhone(row.phone)}</span> },
    email: {
      cell: (row) => (
        <SubjectLink kind="profile" lookup={row.email}>
          <Email address={row.email} />
        </SubjectLink>
      ),
    },
    serials: { cell: ({ serials }) => <Serials serials={serials ?? []} /> },
    referral: {
      cell: ({ referral }) =>
        referral && <PermittedLink to={placeOfPerson(referral.id)}>{referral.name}</PermittedLink>,
    },
  };
  return chosen.map((key) => ({ key, header: sales.heads[key], ...all[key] }));
}

function Status({ row, onResolve }: { row: SaleRow; onResolve: () => void }) {
  const finer = paymentWords[row.paymentState];
  const stand = paymentDetail(row);
  const words = [
    ...(stand ? [stand] : [finer === orderStatus[row.status] ? null : finer, wayWords.lists[row.way]]),
    row.isDisputed ? axes.dispute : null,
  ].filter(Boolean);
  return (
    <span className={styles.two}>
      <Badge tone={STATUS_TONE[row.status]}>{orderStatus[row.status]}</Badge>
      <small>{words.join(' · ')}</small>
      {row.withdrawal && <WithdrawalState order={row} onResolve={onResolve} />}
    </span>
  );
}

function Delivery({ row }: { row: SaleRow }) {
  const { fulfilmentState: state, status, parcel, parcels, deliveredParcels } = row;
  if (!state) return null;
  const detail = state === 'new' && parcels === 0 ? (status === 'cancelled' ? null : waitingFor(row)) : parcel;
  return (
    <span className={styles.two}>
      <Badge {...(state === 'new' && status !== 'paid' ? {} : { tone: FULFILMENT_TONE[state] })}>
        {fulfilmentWords[state]}
      </Badge>
      {detail && <small>{detail}</small>}
      {parcels > 1 && deliveredParcels < parcels && <small>{axes.part(deliveredParcels, parcels)}</small>}
    </span>
  );
}

/** A purchase of hundreds names its first few; its file and its own page have all. */
function Serials({ serials }: { serials: readonly string[] }) {
  const more = serials.length - SERIALS_SHOWN;
  return (
    <span className={styles.two}>
      {serials.slice(0, SERIALS_SHOWN).map((serial) => (
        <SubjectLink key={serial} kind="stock device" lookup={serial}>
          <span className="nb">{serial}</span>
        </SubjectLink>
      ))}
      {more > 0 && <small>{sales.moreSerials(more)}</small>}
    </span>
  );
}

function Amount({ row }: { row: SaleRow }) {
  return (
    <span className={styles.amount}>
      {row.refunded === row.amount ? <s>{formatMoneyExact(row)}</s> : formatMoneyExact(row)}
      {row.refunded > 0 && (
        <span className={styles.refunded}>
          {sales.refunded(formatMoneyExact({ amount: row.refunded, currency: row.currency }))}
        </span>
      )}
    </span>
  );
}
