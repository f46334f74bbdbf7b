import { desc, lte } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { exchangeRates } from './schema.ts';

/** Dinars for one euro on a day of Belgrade: the table's, or the configuration's before its first row. */
export async function rateOn(tx: DatabaseOrTransaction, day: Day): Promise<number> {
  const [row] = await tx
    .select({ rate: exchangeRates.rate })
    .from(exchangeRates)
    .where(lte(exchangeRates.validFrom, day))
    .orderBy(desc(exchangeRates.validFrom))
    .limit(1);
  return row?.rate ?? Number(company.eurRsdRate);
}
