import { placeOfReservation } from '#domain/admin/subject-pages.ts';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import type { Verdict } from '#domain/bank/statement.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate, formatDateTime, formatTime } from '#domain/time.ts';
import type { client } from '../api.ts';
import { PermittedLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/table/table.tsx';
import styles from './bank.module.css';
import { mayAgree } from './second-person.ts';

export type Line = Awaited<ReturnType<typeof client.bank.lines.list>>['rows'][number];
type Tone = 'ok' | 'warn' | 'err' | 'info';

export const VERDICT_TONE: Record<Verdict, Tone> = {
  exact: 'ok',
  part: 'warn',
  over: 'warn',
  currency: 'err',
  lapsed: 'err',
  duplicate: 'info',
  cancelled: 'err',
  unknown: 'err',
  courier: 'info',
  card: 'warn',
  outgoing: 'info',
};
/** A reference is read in one piece. */
const NO_BREAK_HYPHEN = '\u2011';
const PART_TONE = { waiting: 'warn', confirmed: 'ok', owed: 'err', returned: 'info' } as const;

export const toneOf = (row: Line): Tone =>
  row.state === 'open' ? VERDICT_TONE[row.verdict] : PART_TONE[row.parts[0]?.state ?? 'returned'];

export interface Decisions {
  /** The line that is being written. */
  busy: string | null;
  /** Nothing of a statement is decided while it does not add up. */
  whole: boolean;
  /** The address of whoever looks: nobody agrees to a difference of their own. */
  own: string | null;
  /** Nor does anybody whose rights are so new. */
  isTooNew: boolean;
  onConfirm: (line: Line) => void;
  onDecide: (line: Line) => void;
  onDismiss: (line: Line) => void;
  onReopen: (line: Line) => void;
  /** A second person agrees to a difference, or takes the decision back. */
  onAgree: (line: Line) => void;
  onUndoHold: (line: Line) => void;
}

/** Whose payment, and how much: what every button of a row says it is about. */
export const aboutOf = (row: Line): [payer: string, amount: string] => [
  row.payer || copy.nobody,
  formatMoneyExact(row),
];

/** What left the account has a minus. */
export const signedAmount = ({ outgoing, ...money }: Line): string =>
  outgoing ? `−${formatMoneyExact(money)}` : formatMoneyExact(money);

export const lineColumns = (decisions: Decisions): readonly Column<Line>[] => [
  {
    key: 'payer',
    header: copy.columns.payer,
    cell: (row) => (
      <span className={styles.pair}>
        <b>{row.payer || copy.nobody}</b>
        <span className="xs muted">{[formatDate(row.bookedOn), row.purpose].filter(Boolean).join(' · ')}</span>
        {row.reference && <span className="xs muted">{row.reference.replaceAll('-', NO_BREAK_HYPHEN)}</span>}
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.columns.amount,
    align: 'right',
    cell: (row) => (
      <span className={`${styles.pair} ${styles.right}`}>
        <b className="nb">{signedAmount(row)}</b>
        {row.state === 'open' && row.together !== null && (
          <span className="xs muted">
            {copy.together(formatMoneyExact({ amount: row.together, currency: row.currency }))}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'verdict',
    header: copy.columns.verdict,
    cell: (row) => (row.state === 'open' ? <Finding row={row} /> : <Settled row={row} />),
  },
  { key: 'decide', header: copy.decision, bare: true, cell: (row) => <Buttons row={row} {...decisions} /> },
];

function Finding({ row }: { row: Line }) {
  const { reservation } = row;
  return (
    <span className={styles.pair}>
      <Badge tone={VERDICT_TONE[row.verdict]}>{copy.verdicts[row.verdict]}</Badge>
      {reservation && (
        <span className="s">
          <PermittedLink to={placeOfReservation(reservation)}>
            {reservation.number}: {reservation.name}
          </PermittedLink>
        </span>
      )}
      {reservation?.lapsedAt && <span className="xs muted">{copy.lapsedOn(formatDate(reservation.lapsedAt))}</span>}
      {reservation && row.verdict !== 'exact' && (
        <span className="xs muted">{copy.priced(formatMoneyExact(reservation))}</span>
      )}
      {row.suggestion && (
        <span className="xs muted">
          <PermittedLink to={placeOfReservation(row.suggestion)}>
            {copy.suggestion(row.suggestion.number, row.suggestion.name)}
          </PermittedLink>
        </span>
      )}
    </span>
  );
}

/** What was decided, by whom and when. */
function Settled({ row }: { row: Line }) {
  return (
    <span className={styles.pair}>
      {row.state === 'dismissed' && <Badge tone="info">{copy.dismissedState}</Badge>}
      {row.state === 'closed' && <Badge tone="info">{copy.closedState}</Badge>}
      {row.state === 'closed' && <span className="s">{row.reason}</span>}
      {row.state === 'held' && (
        <Badge tone="warn">{row.hold?.dueAt ? copy.heldUntil(formatTime(row.hold.dueAt)) : copy.heldForSecond}</Badge>
      )}
      {row.parts.map((part) => (
        <span key={`${part.state}${part.amount}`} className={styles.pair}>
          <Badge tone={PART_TONE[part.state]}>{copy.partStates[part.state]}</Badge>
          <span className="s">
            {formatMoneyExact(part)}
            {part.number !== null && (
              <>
                {', '}
                <PermittedLink to={placeOfReservation({ number: part.number, year: part.year! })}>
                  {copy.ofReservation(part.number)}
                </PermittedLink>
              </>
            )}
          </span>
          {part.reason && <span className="xs muted">{part.reason}</span>}
        </span>
      ))}
      {row.decidedAt && <span className="xs muted">{copy.by(row.decidedBy ?? '', formatDateTime(row.decidedAt))}</span>}
    </span>
  );
}

function Buttons({
  row,
  busy,
  whole,
  own,
  isTooNew,
  onConfirm,
  onDecide,
  onDismiss,
  onReopen,
  onAgree,
  onUndoHold,
}: Decisions & { row: Line }) {
  const button = (word: string) => ({
    size: 'sm' as const,
    disabled: busy !== null,
    'aria-label': copy.of(word, ...aboutOf(row)),
  });
  const deciding = (word: string) => ({ ...button(word), disabled: busy !== null || !whole });
  if (row.state === 'held' && row.hold)
    return (
      <span className={styles.actions}>
        {mayAgree(row.hold, own) &&
          (isTooNew ? (
            <span className="muted s">{copy.tooNew}</span>
          ) : (
            <Button {...button(copy.agreeSecond)} variant="secondary" onClick={() => onAgree(row)}>
              {copy.agreeSecond}
            </Button>
          ))}
        <Button {...button(copy.undoHold)} variant="ghost" onClick={() => onUndoHold(row)}>
          {copy.undoHold}
        </Button>
      </span>
    );
  if (row.state !== 'open') {
    const undoable = row.parts.every(({ state }) => state === 'waiting' || state === 'owed');
    return undoable ? (
      <Button {...button(copy.reopen)} variant="secondary" loading={busy === row.id} onClick={() => onReopen(row)}>
        {copy.reopen}
      </Button>
    ) : null;
  }
  return (
    <span className={styles.actions}>
      {row.verdict === 'exact' ? (
        <Button {...deciding(copy.confirm)} loading={busy === row.id} onClick={() => onConfirm(row)}>
          {copy.confirm}
        </Button>
      ) : row.outgoing ? null : (
        <Button {...deciding(copy.decide)} variant="secondary" onClick={() => onDecide(row)}>
          {copy.decide}
        </Button>
      )}
      <Button {...button(copy.dismiss)} variant="ghost" onClick={() => onDismiss(row)}>
        {copy.dismiss}
      </Button>
    </span>
  );
}
