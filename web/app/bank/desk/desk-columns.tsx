import { placeOfOrder, placeOfReservation } from '#domain/admin/subject-pages.ts';
import { cardPayoutCopy as card } from '#domain/bank/card-copy.ts';
import { statementCopy } from '#domain/bank/copy.ts';
import { courierPayoutCopy as words } from '#domain/bank/courier-copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatTime } from '#domain/time.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { type Line, signedAmount, VERDICT_TONE } from '../line-columns.tsx';
import styles from './desk.module.css';

/** A reference is read in one piece. */
const NO_BREAK_HYPHEN = '\u2011';

export const deskColumns = (onChoose: (line: Line) => void): readonly Column<Line>[] => [
  { key: 'row', header: copy.th.row, cell: (row) => <span className="muted">{row.position}</span> },
  {
    key: 'payer',
    header: copy.th.payer,
    bare: true,
    cell: (row) => (
      <span className={styles.pair}>
        <button
          type="button"
          className={styles.payer}
          aria-label={copy.choose(row.position, row.payer || statementCopy.nobody)}
          onClick={() => onChoose(row)}
        >
          {row.payer || statementCopy.nobody}
        </button>
        <small>{[row.purpose, row.reference.replaceAll('-', NO_BREAK_HYPHEN)].filter(Boolean).join(' · ')}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.th.amount,
    align: 'right',
    cell: (row) => <b className="nb">{signedAmount(row)}</b>,
  },
  { key: 'finding', header: copy.th.finding, cell: (row) => <LineStateBadge row={row} /> },
  { key: 'about', header: copy.th.about, cell: (row) => <About row={row} /> },
];

export function LineStateBadge({ row }: { row: Line }) {
  if (row.state === 'held')
    return (
      <Badge tone="info">
        {row.hold?.dueAt ? statementCopy.heldUntil(formatTime(row.hold.dueAt)) : statementCopy.heldForSecond}
      </Badge>
    );
  if (row.state === 'closed') return <Badge>{statementCopy.closedState}</Badge>;
  if (row.state === 'dismissed') return <Badge>{statementCopy.dismissedState}</Badge>;
  if (row.state === 'recorded' && row.card && row.parts.length === 0) return <Badge tone="ok">{card.name}</Badge>;
  if (row.state === 'recorded')
    return (
      <span className={styles.pair}>
        {[...new Set(row.parts.map(({ state }) => state))].map((state) => (
          <Badge key={state} tone={state === 'owed' ? 'err' : 'ok'}>
            {statementCopy.partStates[state]}
          </Badge>
        ))}
      </span>
    );
  if (row.courier && (row.verdict === 'exact' || row.verdict === 'courier'))
    return <Badge tone={VERDICT_TONE[row.verdict]}>{statementCopy.verdicts.courier}</Badge>;
  if (row.card && (row.verdict === 'exact' || row.verdict === 'card'))
    return <Badge tone={row.verdict === 'exact' ? 'ok' : 'warn'}>{card.name}</Badge>;
  if (row.isPayout) return <Badge tone="ok">{row.outgoing ? copy.payout : copy.payoutBack}</Badge>;
  return <Badge tone={VERDICT_TONE[row.verdict]}>{statementCopy.verdicts[row.verdict]}</Badge>;
}

/** How many parcels a courier pays, and what is wrong with them. */
function Parcels({ row, courier }: { row: Line; courier: NonNullable<Line['courier']> }) {
  const { question, parcels, agree, missing } = courier;
  const notes = [
    question === 'answered' && agree < parcels ? words.agree(agree, parcels) : '',
    missing > 0 ? words.missing(missing) : '',
    row.state === 'open' && row.stoppedAt ? statementCopy.stopped(formatTime(row.stoppedAt)) : '',
  ];
  return (
    <span className={styles.pair}>
      <span>
        {question === 'answered' ? words.parcels(parcels) : question === 'waiting' ? words.asking : words.unnamed}
      </span>
      {notes.filter(Boolean).map((note) => (
        <small key={note}>{note}</small>
      ))}
    </span>
  );
}

/** Which payout it is, and whether it agrees. */
function CardPayout({ row, found }: { row: Line; found: NonNullable<Line['card']> }) {
  return (
    <span className={styles.pair}>
      <span>{found.payout ?? card.findings.unknown}</span>
      {row.state === 'open' && found.payout && <small>{card.findings[found.finding]}</small>}
      {row.state === 'open' && row.stoppedAt && <small>{statementCopy.stopped(formatTime(row.stoppedAt))}</small>}
      {row.state === 'closed' && <small>{row.reason}</small>}
    </span>
  );
}

function About({ row }: { row: Line }) {
  const { order, reservation, suggestion, courier } = row;
  if (courier && !order) return <Parcels row={row} courier={courier} />;
  if (row.card && !order) return <CardPayout row={row} found={row.card} />;
  const differs = row.state === 'open' && row.verdict !== 'exact' && row.verdict !== 'duplicate';
  return (
    <span className={styles.pair}>
      {order && <PermittedLink to={placeOfOrder(order.number)}>{copy.order(order.number)}</PermittedLink>}
      {reservation && (
        <PermittedLink to={placeOfReservation(reservation)}>{copy.reservation(reservation.number)}</PermittedLink>
      )}
      {(order ?? reservation) && (
        <small>
          {differs ? copy.expected(formatMoneyExact((order ?? reservation)!)) : (order ?? reservation)!.name}
        </small>
      )}
      {suggestion && <small>{statementCopy.suggestion(suggestion.number, suggestion.name)}</small>}
      {row.state === 'closed' && <small>{row.reason}</small>}
      {row.state === 'open' && row.stoppedAt && <small>{statementCopy.stopped(formatTime(row.stoppedAt))}</small>}
      {!order && !reservation && !suggestion && row.state === 'open' && (
        <span className="muted">{row.maybe > 0 ? copy.maybe(row.maybe) : copy.none}</span>
      )}
    </span>
  );
}
