import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rateOn } from '../../orders/rates.ts';

/** What a transfer that is ordered today is reckoned at, and its last day. */
export async function transferTerms({ db, now, config }: Pick<Dependencies, 'db' | 'now' | 'config'>) {
  const today = dayOf(now());
  return { rate: await rateOn(db, today), until: daysLater(today, config.transfer.days) };
}
