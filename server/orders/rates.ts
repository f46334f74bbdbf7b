import { desc, eq, inArray, lte } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import type { ExchangeRates } from '#domain/orders/transfer/rates.ts';
import { refuse } from '#domain/refuse.ts';
import { Id } from '#domain/shapes.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { exchangeRates, type orders } from './schema.ts';

const configured = (): number => Number(company.eurRsdRate);

/** Dinars for one euro on a day of Belgrade: the table's, or the configuration's before its first row. */
export async function exchangeRateOn(tx: DatabaseOrTransaction, day: Day): Promise<number> {
  const [row] = await tx
    .select({ rate: exchangeRates.rate })
    .from(exchangeRates)
    .where(lte(exchangeRates.validFrom, day))
    .orderBy(desc(exchangeRates.validFrom))
    .limit(1);
  return row?.rate ?? configured();
}

/** The rate that an order keeps. One of before orders kept it is reckoned at that of its day. */
export const exchangeRateOfOrder = async (
  tx: DatabaseOrTransaction,
  { rate, createdAt }: Pick<typeof orders.$inferSelect, 'rate' | 'createdAt'>,
): Promise<number> => rate ?? (await exchangeRateOn(tx, dayOf(createdAt)));

/** The newest that are shown: of a rate for every working day, a year. */
const RATES_SHOWN = 300;

export async function readRates({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<ExchangeRates> {
  const today = dayOf(now());
  const rows = await db.select().from(exchangeRates).orderBy(desc(exchangeRates.validFrom)).limit(RATES_SHOWN);
  const setBy = rows.map((row) => row.setBy).filter((id) => Id.safeParse(id).success);
  const people = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.id, setBy));
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const valid = rows.find((row) => row.validFrom <= today);
  return {
    configured: configured(),
    rows: rows.map((row) => ({
      ...row,
      setBy: emails.get(row.setBy) ?? null,
      state: row.validFrom > today ? ('coming' as const) : row === valid ? ('valid' as const) : ('past' as const),
    })),
  };
}

/** Of two who write at once the second sees what the first has written. */
const LOCK: { lock: [string, string] } = { lock: ['orders', 'exchange-rates'] };
const LIST = { kind: 'list', id: 'rates' } as const;

const setFor = async (tx: Tx, day: Day): Promise<number | null> =>
  (await tx.select().from(exchangeRates).where(eq(exchangeRates.validFrom, day)))[0]?.rate ?? null;

/** Said twice it is set once. What holds today stays: orders were placed at it. */
export const setRate = (
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  actor: Actor,
  { validFrom, rate }: { validFrom: Day; rate: number },
): Promise<void> =>
  db.transaction(async (tx) => {
    const today = dayOf(now());
    const before = await setFor(tx, validFrom);
    if (before === rate) return;
    if (validFrom < today) throw refuse('RATE_PAST', { from: today });
    if (before !== null && validFrom === today) throw refuse('RATE_HOLDS');
    const values = { validFrom, rate, setAt: now(), setBy: actor.id };
    await tx.insert(exchangeRates).values(values).onConflictDoUpdate({ target: exchangeRates.validFrom, set: values });
    await record(tx, actor, {
      action: 'orders.rate-set',
      on: LIST,
      ...(before === null ? {} : { before: { validFrom, dinarsForEuro: before } }),
      after: { validFrom, dinarsForEuro: rate },
    });
  }, LOCK);

export const removeRate = (
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  actor: Actor,
  validFrom: Day,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await setFor(tx, validFrom);
    if (before === null) throw refuse('RATE_GONE');
    if (validFrom <= dayOf(now())) throw refuse('RATE_HOLDS');
    await tx.delete(exchangeRates).where(eq(exchangeRates.validFrom, validFrom));
    await record(tx, actor, {
      action: 'orders.rate-removed',
      on: LIST,
      before: { validFrom, dinarsForEuro: before },
    });
  }, LOCK);
