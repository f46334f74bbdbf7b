import type { ReactNode } from 'react';
import { formatDinars, formatMoneyExact, formatNumber } from '#domain/money.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { formatDate } from '#domain/time.ts';
import { FormError } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './refund.module.css';
import type { RefundPreviewRow } from './refund-row.ts';

/** Everything that will happen, computed by the server; dimmed while what was changed is computed anew. */
export function RefundEffects({
  preview,
  stale,
  problem,
}: {
  preview: RefundPreviewRow | undefined;
  stale: boolean;
  problem: string | null;
}) {
  return (
    <section aria-live="polite" aria-busy={stale && !problem}>
      <h3 className={styles.effectsTitle}>{copy.preview}</h3>
      {problem ? (
        <FormError title={problem} />
      ) : preview ? (
        <Effects preview={preview} stale={stale} />
      ) : (
        <Skeleton lines={6} />
      )}
    </section>
  );
}

function Effects({ preview, stale }: { preview: RefundPreviewRow; stale: boolean }) {
  const { money, isSurplus, credits, units, terms, months, run, referral, rest } = preview;
  const words = copy.effects;
  const devices = devicesText(preview);
  return (
    <div className={styles.effects} data-stale={stale || undefined}>
      <ul>
        <Effect bar="yellow" name={words.money}>
          {words[preview.way](formatMoneyExact(money))}
        </Effect>
        {credits.length === 0 && (
          <Effect bar="green" name={words.noCredit}>
            {isSurplus ? words.noCreditOfSurplus : words.noCreditText}
          </Effect>
        )}
        {credits.map(({ cited, base, tax }) => (
          <Effect key={cited} bar="green" name={words.credit(cited)}>
            {words.creditOf(formatDinars(-base), formatDinars(-tax))}
          </Effect>
        ))}
        {months && (
          <Effect bar="red" name={words.months}>
            {[
              months.left === 0 ? words.monthsNone : words.monthsLeft(months.left),
              words.monthsOf(
                months.shares.length,
                months.shares.map((one) => words.share(formatDate(one.beginsOn), formatDinars(one.amount))).join(', '),
              ),
              months.endsOn && words.monthsUntil(formatDate(months.endsOn)),
            ]
              .filter(Boolean)
              .join(' ')}
          </Effect>
        )}
        {terms && (
          <Effect bar="yellow" name={words.terms}>
            {[
              words.termsShown(terms.shown, terms.credited),
              words.termsBack(
                formatMoneyExact({ ...money, amount: terms.back }),
                formatMoneyExact({ ...money, amount: terms.price }),
              ),
              (terms.atTvs.banners > 0 || terms.atTvs.tvSeconds > 0) && words.termsAtTvs(terms.atTvs),
            ]
              .filter(Boolean)
              .join(' ')}
          </Effect>
        )}
        {run && (
          <Effect bar="red" name={words.run}>
            {run.isStarted
              ? `${words.runKept(run.kept, run.days)} ${run.isStopped ? words.runStops : words.runGoesOn}`
              : words.runNotStarted}
          </Effect>
        )}
        {devices && (
          <Effect bar="cyan" name={words.units}>
            {devices}
          </Effect>
        )}
        {referral && (
          <Effect bar="red" name={words.referral(referral.name)}>
            {change(words[referral.isCounted ? 'counts' : 'waits'], referral.before, referral.before - referral.after)}
          </Effect>
        )}
        {units && (
          <Effect bar="red" name={words.credits}>
            {[
              units.taken.banners > 0 && change(words.banners, units.before.banners, units.taken.banners),
              units.taken.tvSeconds > 0 && change(words.seconds, units.before.tvSeconds, units.taken.tvSeconds),
              ...units.campaigns.map((one) => words[terms ? 'fromBudget' : 'pauses'](one.name, one.unit, one.units)),
              units.isSpent && words.spent,
            ]
              .filter(Boolean)
              .join(' ')}
          </Effect>
        )}
        <Effect bar="magenta" name={words.mail}>
          {preview.way === 'card' ? words.mailText : words.mailOfPayout}
        </Effect>
      </ul>
      <p className={styles.sum}>
        <span>{copy.sum}</span>
        <b className="d">{formatMoneyExact(money)}</b>
        <span>
          {[preview.dinars !== null && copy.dinars(formatDinars(preview.dinars)), copy.rest(formatMoneyExact(rest))]
            .filter(Boolean)
            .join(' ')}
        </span>
      </p>
    </div>
  );
}

/** What the buyer has of the order before and after, and where what came back goes; empty where none of it is anywhere. */
function devicesText({ devices, restocked, inStock, writtenOff }: RefundPreviewRow): string {
  const words = copy.effects;
  const { before, after } = devices ?? { before: 0, after: 0 };
  return [
    before > 0 && (before === after ? words.stays(before) : change(words.held, before, before - after)),
    restocked > 0 && change(words.inStock, inStock, -restocked),
    writtenOff > 0 && words.writtenOff(writtenOff),
  ]
    .filter(Boolean)
    .join(' ');
}

const change = (say: (before: string, after: string) => string, before: number, taken: number) =>
  say(formatNumber(before), formatNumber(before - taken));

function Effect({ bar, name, children }: { bar: string; name: string; children: ReactNode }) {
  return (
    <li style={{ '--mark': `var(--bar-${bar})` } as React.CSSProperties}>
      <b>{name}</b>
      <span>{children}</span>
    </li>
  );
}
