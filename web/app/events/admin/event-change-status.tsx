import { changeCopy } from '#domain/events/change/copy.ts';
import { formatMoneyExact, type Money } from '#domain/money.ts';
import { formatDateInSentence, formatDateTime } from '#domain/time.ts';
import type { client } from '../../api.ts';
import styles from './event-payments.module.css';

const copy = changeCopy.state;
type State = Awaited<ReturnType<typeof client.events.admin.change.state>>;

/** What became of the event, what guests chose, and how much of the money has gone back. */
export function EventChangeStatus({ state }: { state: State }) {
  const [last] = state.changes;
  if (!last) return null;
  const { year } = state.event;
  const when = formatDateTime(last.madeAt);
  const amounts = (sums: Money[]) => (sums.length === 0 ? copy.noMoney : sums.map(formatMoneyExact).join(', '));
  return (
    <section className={styles.changed} data-kind={last.kind} aria-label={changeCopy.title}>
      <p>
        <b>
          {last.kind === 'cancelled'
            ? copy.cancelled(when, last.madeBy)
            : copy.moved({ year, firstDay: last.from }, { year, firstDay: last.firstDay }, when, last.madeBy)}
        </b>
      </p>
      <p>{copy.reason(last.reason)}</p>
      {last.choices && last.chooseUntil && (
        <p>{copy.choices(last.choices, formatDateInSentence(new Date(new Date(last.chooseUntil).getTime() - 1)))}</p>
      )}
      {(state.owed.length > 0 || state.returned.length > 0) && (
        <p>{copy.money(amounts(state.owed), amounts(state.returned))}</p>
      )}
    </section>
  );
}
