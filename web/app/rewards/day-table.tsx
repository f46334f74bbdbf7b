import { type ReactNode, useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { formatDayAndMonth, formatWeekday, startOfDay } from '#domain/time.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import styles from './day-table.module.css';
import shared from './my-rewards.module.css';
import type { OwnRewards } from './own-rewards.ts';

/** Days that are shown at first, and months that have a button of their own. */
const DAYS_SHOWN = 7;
const MONTHS = 3;
/** TVs that have two columns each. */
const WIDE_TVS = 2;

/** `48,08`: the head of the column says that it is dinars. */
const digits = (amount: number) => formatMoneyExact({ amount, currency: '' }).trim();

/** The days of a month, the newest first, with what each TV showed and what it is worth. */
export function DayTable({
  rewards: { month, months, days, tvs },
  onMonth,
  csv,
}: {
  rewards: OwnRewards;
  onMonth: (month: string) => void;
  csv: ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? days : days.slice(0, DAYS_SHOWN);
  // With more TVs, what each showed stands under what it is worth.
  const isNarrow = tvs.length > WIDE_TVS;
  const name = (id: string) => tvs.find((tv) => tv.id === id)?.name || copy.otherTv;
  return (
    <section className={styles.days} aria-labelledby="rewards-days">
      <div className={styles.daysHead}>
        <h3 id="rewards-days" className="d h3">
          {copy.days}
        </h3>
        <div className={shared.tools}>
          <Months months={months} month={month} onMonth={onMonth} />
          {csv}
        </div>
      </div>
      {days.length === 0 ? (
        <p className={styles.none}>{copy.noneInMonth}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={copy.monthWithYear(month)}>
          <table className={styles.table}>
            <caption className="vh">{copy.chart(month)}</caption>
            <thead>
              <tr>
                <th scope="col">{copy.dayHead}</th>
                {tvs.map(({ id }) => [
                  isNarrow ? null : (
                    <th key={`${id} seen`} scope="col" data-wide>
                      {copy.seenHead(name(id))}
                    </th>
                  ),
                  <th key={id} scope="col">
                    {name(id)}
                  </th>,
                ])}
                <th scope="col">{copy.sumHead}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Day key={row.day} row={row} tvs={tvs} isNarrow={isNarrow} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {days.some(({ tvs: seen }) => seen.some(({ isAtCeiling }) => isAtCeiling)) && (
        <p className="s muted">
          {copy.ceiling}: {copy.ceilingHint}
        </p>
      )}
      {!isWhole && days.length > DAYS_SHOWN && (
        <div>
          <Button size="sm" variant="secondary" onClick={() => setWhole(true)}>
            {copy.all}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The last months as buttons, earlier ones as a list. */
function Months({
  months,
  month,
  onMonth,
}: Pick<OwnRewards, 'months' | 'month'> & { onMonth: (month: string) => void }) {
  const near = months.slice(0, MONTHS);
  return (
    <>
      {months.length > 1 && (
        <Segmented
          label={copy.months}
          segments={near.map((key) => ({ key, label: copy.month(key) }))}
          selected={month}
          onSelect={onMonth}
        />
      )}
      {months.length > MONTHS && (
        <select
          className={styles.earlier}
          aria-label={copy.earlierMonths}
          value={near.includes(month) ? '' : month}
          onChange={({ target }) => target.value && onMonth(target.value)}
        >
          <option value="">{copy.earlierMonths}</option>
          {months.slice(MONTHS).map((one) => (
            <option key={one} value={one}>
              {copy.monthWithYear(one)}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** A day, with what each TV showed; narrow, that stands under what it is worth. */
function Day({ row, tvs, isNarrow }: Pick<OwnRewards, 'tvs'> & { row: OwnRewards['days'][number]; isNarrow: boolean }) {
  return (
    <tr>
      <th scope="row">
        {formatDayAndMonth(startOfDay(row.day))}{' '}
        <span className="muted">{formatWeekday(startOfDay(row.day)).slice(0, 3)}</span>
      </th>
      {tvs.map(({ id }) => {
        const seen = row.tvs.find((tv) => tv.id === id);
        return [
          isNarrow ? null : (
            <td key={`${id} seen`} data-wide>
              {seen && copy.seen(seen.banners, seen.tvSeconds)}
            </td>
          ),
          <td key={id}>
            {seen && (seen.amount === null ? copy.beforeRules : <b>{digits(seen.amount)}</b>)}
            {isNarrow && seen && (
              <small className={styles.seen} data-wide>
                {copy.seen(seen.banners, seen.tvSeconds)}
              </small>
            )}
            {seen?.isAtCeiling && (
              <small className={styles.ceiling} title={copy.ceilingHint}>
                {copy.ceiling}
              </small>
            )}
          </td>,
        ];
      })}
      <td>{row.amount === null ? '' : <b>{digits(row.amount)}</b>}</td>
    </tr>
  );
}
