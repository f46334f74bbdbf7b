import type { RunDay } from '#domain/special/contract.ts';
import { specialCopy as copy } from '#domain/special/copy.ts';
import { PLACES_DAILY_SHOWINGS, TOTAL_DAILY_SHOWINGS } from '#domain/special/rules.ts';
import { formatDate } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table } from '../../ui/table/table.tsx';
import styles from './special.module.css';

const TONES = { planned: undefined, counting: 'info', kept: 'ok', missed: 'warn' } as const;

type Line = RunDay & { until?: RunDay['day']; planned?: number; isAppended?: boolean };

/** The days that are still to come are one line. */
function linesOf(days: readonly RunDay[]): Line[] {
  const planned = days.filter(({ state }) => state === 'planned');
  const later = new Set(days.map(({ insteadOf }) => insteadOf));
  const begun = days
    .filter(({ state }) => state !== 'planned')
    .map((day) => ({ ...day, isAppended: later.has(day.day) }));
  const [first, last] = [planned[0], planned.at(-1)];
  if (!first || !last || planned.length === 1) return [...begun, ...planned];
  return [...begun, { ...first, insteadOf: null, until: last.day, planned: planned.length }];
}

/** Each day of a run: what was shown, and whether the promise was kept. */
export function RunDays({ days }: { days: readonly RunDay[] }) {
  return (
    <Table
      caption={copy.days}
      rows={linesOf(days)}
      rowKey={({ day }) => day}
      empty={copy.none}
      columns={[
        {
          key: 'day',
          header: copy.th.day,
          bare: true,
          cell: ({ day, until, insteadOf }) => (
            <>
              <b>{until ? copy.runs(day, until) : formatDate(day)}</b>
              {insteadOf && <small className={styles.under}>{copy.insteadOf(insteadOf)}</small>}
            </>
          ),
        },
        {
          key: 'places',
          header: copy.th.places,
          cell: ({ places, state }) => (state === 'planned' ? '' : copy.of(places, PLACES_DAILY_SHOWINGS)),
        },
        {
          key: 'all',
          header: copy.th.all,
          cell: ({ all, state }) => (state === 'planned' ? '' : copy.of(all, TOTAL_DAILY_SHOWINGS)),
        },
        {
          key: 'state',
          header: copy.th.state,
          cell: ({ state, planned, isAppended }) => (
            <Badge {...(TONES[state] && { tone: TONES[state] })}>
              {planned
                ? copy.planned(planned)
                : state === 'missed' && !isAppended
                  ? copy.notAppended
                  : copy.states[state]}
            </Badge>
          ),
        },
      ]}
    />
  );
}
