import { followCopy as copy } from '#domain/fulfilment/follow-copy.ts';
import type { ShipmentState } from '#domain/fulfilment/shipment.ts';
import { formatDateTime, formatTime, formatWeekday } from '#domain/time.ts';
import styles from './follow.module.css';

interface Followed {
  state: ShipmentState;
  moves: readonly { state: ShipmentState; at: Date | string }[];
}
interface Step {
  key: keyof typeof copy.steps;
  when: Date | string | null;
}

const WAY = ['packed', 'handed_over', 'in_transit', 'delivered'] as const;

/** How far a parcel has come: what is done, what is now, what comes. */
export function ParcelTrack({ parcel, before }: { parcel: Followed | null; before: readonly Step[] }) {
  const failed = parcel !== null && !WAY.includes(parcel.state as 'packed');
  const whenOf = (state: ShipmentState) => parcel?.moves.findLast((move) => move.state === state)?.at ?? null;
  const skipsTransit = parcel?.state === 'delivered' && whenOf('in_transit') === null;
  const steps: Step[] = [
    ...before,
    ...WAY.filter((state) => state !== 'in_transit' || !skipsTransit).map((key) => ({ key, when: whenOf(key) })),
  ];
  const at = steps.findLastIndex(({ when }) => when !== null);
  return (
    <ol className={styles.track}>
      {steps.map(({ key, when }, index) => (
        <li
          key={key}
          data-state={index === at ? 'now' : index < at ? 'done' : 'next'}
          data-tone={index !== at ? undefined : failed ? 'err' : key === 'delivered' ? 'ok' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <b>{copy.steps[key]}</b>
          {when && <small>{formatDateTime(when)}</small>}
        </li>
      ))}
    </ol>
  );
}

/** What happened to a parcel, newest first, by day. */
export function ParcelMoves({ moves }: { moves: Followed['moves'] }) {
  const list = moves.filter(({ state }) => state !== 'packed').toReversed();
  if (list.length === 0) return <p className="muted">{copy.movesEmpty}</p>;
  return (
    <ol>
      {list.map(({ state, at }, index) => {
        const day = formatWeekday(at);
        const isNewDay = index === 0 || formatWeekday(list[index - 1]!.at) !== day;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
          <li key={index}>
            {isNewDay && <b className={styles.day}>{day}</b>}
            <span className={styles.move}>
              <time>{formatTime(at)}</time>
              <i aria-hidden="true" />
              {copy.move[state]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
