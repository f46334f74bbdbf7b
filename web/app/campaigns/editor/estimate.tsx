import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { estimateOf, remainingCampaignDays } from '#domain/campaigns/estimate.ts';
import { FILM_SECONDS } from '#domain/campaigns/films.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { pricePerPlayOfBudget, type UnitPurchase } from '#domain/campaigns/price.ts';
import { budgetPriceCopy } from '#domain/campaigns/price-copy.ts';
import { daysLater } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import type { Region } from '#domain/places/regions.ts';
import { AUDIENCE_DAYS, type VENUES } from '#domain/places/rules.ts';
import type { Schedule } from '#domain/playout/schedule.ts';
import { dayOf } from '#domain/time.ts';
import { countDays } from '#domain/wording.ts';
import { api } from '../../api.ts';
import styles from './estimate.module.css';

const PAUSE = 300;

interface Props {
  regions: Region[];
  venues: (typeof VENUES)[number][];
  kind: 'banner' | 'spot';
  /** Of the longest spot, as far as there is one. */
  spotSeconds: number | null;
  schedule: Schedule;
  cap: number | null;
  pace: 'even' | 'asap';
  budget: number;
  /** What the company has free, bought first first. */
  unspent: readonly UnitPurchase[];
  startsOn: string;
  endsOn: string;
}

/** How many TVs a choice reaches, and whether they suffice by what they showed in the last fourteen days; no promise. */
export function Estimate({
  regions,
  venues,
  kind,
  spotSeconds,
  schedule,
  cap,
  pace,
  budget,
  unspent,
  startsOn,
  endsOn,
}: Props) {
  const [input, setInput] = useState({ regions, venues });
  useEffect(() => {
    const timer = setTimeout(() => setInput({ regions, venues }), PAUSE);
    return () => clearTimeout(timer);
  }, [regions, venues]);
  const found = useQuery({
    ...api.campaigns.own.audience.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <p className={styles.estimate}>{copy.estimateLoading}</p>;
  if (found.isError) return <p className={styles.estimate}>{copy.estimateError}</p>;
  const { reached, waiting, dailySeconds, viewing } = found.data;
  const today = dayOf(new Date());
  const shown = remainingCampaignDays(startsOn, endsOn, today);
  if (!shown) return <p className={styles.estimate}>{copy.estimateDays}</p>;
  const seconds = spotSeconds ?? FILM_SECONDS.most;
  const cost = pricePerPlayOfBudget(unspent, { kind, budget, unitsOfPlay: kind === 'banner' ? 1 : seconds });
  const { daily, needed, verdict } = estimateOf({
    kind,
    spotSeconds: seconds,
    schedule,
    cap,
    budget,
    startsOn: shown.from,
    days: shown.days,
    tvs: reached ?? 0,
    dailySeconds,
    viewing,
  });
  const words = wordsOf(verdict, reached, { endsOn, budget, kind, pace });
  return (
    <div className={styles.estimate} data-surface="ink" data-old={found.isPlaceholderData || undefined}>
      <p className={styles.tvs}>
        <span className="num">{reached === null ? copy.few : formatNumber(reached)}</span>
        <span>
          <b>{copy.tvs(reached ?? 2)}</b>
          <br />
          {copy.confirmed}
          {waiting !== 0 && ` · ${copy.waiting(waiting)}`}
        </span>
      </p>
      <dl>
        <div>
          <dt>{copy.daily(daysLater(today, -AUDIENCE_DAYS), daysLater(today, -1))}</dt>
          <dd>{formatNumber(daily)}</dd>
        </div>
        <div>
          <dt>{copy.need}</dt>
          <dd>{copy.needValue(needed)}</dd>
        </div>
        {verdict.is === 'enough' && budget > 0 && (
          <div>
            <dt>{copy.fastestRow}</dt>
            <dd>{countDays(verdict.fastest)}</dd>
          </div>
        )}
        {verdict.is === 'few' && budget > 0 && (
          <div>
            <dt>{copy.lasts}</dt>
            <dd>{countDays(verdict.lasts)}</dd>
          </div>
        )}
        {cost && (
          <div>
            <dt>{budgetPriceCopy.of(cost.names)}</dt>
            <dd>
              {cost.price
                ? budgetPriceCopy.value(cost.price, kind === 'spot' ? seconds : null)
                : budgetPriceCopy.twoCurrencies}
            </dd>
          </div>
        )}
      </dl>
      {(budget > 0 || verdict.is === 'none') && (
        <p className={styles.verdict} data-is={verdict.is}>
          <b>{words.lead}</b> {words.text}
        </p>
      )}
      <p className="s">{copy.estimateHonest}</p>
    </div>
  );
}

function wordsOf(
  verdict: ReturnType<typeof estimateOf>['verdict'],
  reached: number | null,
  { endsOn, budget, kind, pace }: Pick<Props, 'endsOn' | 'budget' | 'kind' | 'pace'>,
): { lead: string; text: string } {
  if (verdict.is === 'none') return reached === null ? { lead: '', text: copy.estimateFew } : copy.cannot;
  if (verdict.is === 'few') return copy.tooFew(endsOn, verdict.seen, budget, kind);
  return pace === 'even' ? copy.enough(verdict.lastsUntil) : copy.fastest(verdict.fastest);
}
