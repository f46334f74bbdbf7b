import { formatNumber } from '#domain/money.ts';
import { decimal, momentWords, shortDuration } from '#domain/system/amounts.ts';
import type { Facts, Process } from '#domain/system/facts.ts';
import { tableCopy as table } from '#domain/system/tables-copy.ts';
import { jobGroups } from '#domain/system/words.ts';
import { dayOf, formatTime } from '#domain/time.ts';
import { Badge } from '../ui/badge.tsx';
import styles from './tables.module.css';

/** Every process, as it last said how it is. */
export function ProcessTable({ processes, now }: { processes: readonly Process[]; now: Date }) {
  return (
    <section className={styles.panel} id="procesi" aria-labelledby="procesi-naslov">
      <h2 id="procesi-naslov">
        {table.processes} <span>{processes.length}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th>{table.process}</th>
            <th>{table.version}</th>
            <th>{table.running}</th>
            <th className={styles.right}>{table.memory}</th>
            <th className={styles.right}>{table.perMinute}</th>
            <th className={styles.right}>{table.clock}</th>
            <th>{table.state}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((one) => (
            <tr key={one.id}>
              <td>
                <b>{one.place}</b>
                <small>{table.roles[one.role]}</small>
              </td>
              <td data-label={table.version}>{one.release}</td>
              <td data-label={table.running}>{shortDuration((now.getTime() - one.startedAt.getTime()) / 1000)}</td>
              <td className={styles.right} data-label={table.memory}>
                {one.memoryMb === null ? table.none : table.megabytes(formatNumber(one.memoryMb))}
              </td>
              <td className={styles.right} data-label={table.perMinute}>
                {workOf(one)}
              </td>
              <td className={styles.right} data-label={table.clock}>
                {one.clockMs === null ? table.none : clockWords(one.clockMs)}
              </td>
              <td data-label={table.state}>
                <Badge tone={one.isMissing ? 'err' : 'ok'}>{one.isMissing ? table.silent : table.says}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function workOf({ role, requestsPerMinute, jobsPerMinute }: Process): string {
  if (requestsPerMinute === null || jobsPerMinute === null) return table.none;
  return role === 'worker' ? table.jobsDone(jobsPerMinute) : table.requests(requestsPerMinute);
}

function clockWords(ms: number): string {
  const sign = ms > 4 ? '+' : ms < -4 ? '−' : '';
  return `${sign}${decimal(Math.abs(ms) / 1000, 2)} s`;
}

/** What waits and what failed, by what it is about. */
export function JobTable({ kinds, now }: { kinds: Facts['jobs']['kinds']; now: Date }) {
  return (
    <section className={styles.panel} id="poslovi" aria-labelledby="poslovi-naslov">
      <h2 id="poslovi-naslov">{table.jobs}</h2>
      <table>
        <thead>
          <tr>
            <th>{table.job}</th>
            <th className={styles.right}>{table.waiting}</th>
            <th className={styles.right}>{table.oldest}</th>
            <th className={styles.right}>{table.failed}</th>
            <th className={styles.right}>{table.next}</th>
          </tr>
        </thead>
        <tbody>
          {jobGroups(kinds).map(({ name, waiting, oldest, failed, nextAt }) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td className={styles.right} data-label={table.waiting}>
                {formatNumber(waiting)}
              </td>
              <td className={styles.right} data-label={table.oldest}>
                {oldest === null ? table.none : shortDuration(oldest)}
              </td>
              <td className={styles.right} data-label={table.failed} data-bad={failed > 0 || undefined}>
                {formatNumber(failed)}
              </td>
              <td className={styles.right} data-label={table.next}>
                {nextAt === null ? table.always : nextWords(nextAt, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the database took long for, so that somebody can look at it. */
export function SlowTable({ slowest, now }: { slowest: Facts['database']['slowest']; now: Date }) {
  return (
    <section className={`${styles.panel} ${styles.wide}`} id="upiti" aria-labelledby="upiti-naslov">
      <h2 id="upiti-naslov">
        {table.slow} <span>{table.slowSpan}</span>
      </h2>
      <table>
        <thead>
          <tr>
            <th>{table.statement}</th>
            <th className={styles.right}>{table.times}</th>
            <th className={styles.right}>{table.longest}</th>
            <th className={styles.right}>{table.last}</th>
          </tr>
        </thead>
        <tbody>
          {slowest.map(({ statement, times, longest, lastAt }) => (
            <tr key={statement}>
              <td className={styles.statement}>
                <code>{statement}</code>
              </td>
              <td className={styles.right} data-label={table.times}>
                {formatNumber(times)}
              </td>
              <td className={styles.right} data-label={table.longest}>
                {table.seconds(decimal(longest / 1000, 1))}
              </td>
              <td className={styles.right} data-label={table.last}>
                {momentWords(lastAt, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const nextWords = (at: Date, now: Date): string =>
  dayOf(at) === dayOf(now) ? formatTime(at) : table.tomorrow(formatTime(at));
