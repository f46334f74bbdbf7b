import { and, asc, desc, eq } from 'drizzle-orm';
import { ENTITIES } from '#domain/books/accounts.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { OBJECTION_DAYS } from '#domain/objections.ts';
import { firstDay, isPersonalNumber, monthOf, nextMonth, reportsOfMonthEndAt } from '#domain/rewards/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { importStatement } from '../../bank/statements/import.ts';
import { exportPayouts } from '../../flows/payouts/export-list.ts';
import { confirmPayouts, matchesOf } from '../../flows/payouts/settle-payouts.ts';
import { closeMonth } from '../../flows/rewards/close-month.ts';
import { payStatements } from '../../flows/rewards/pay-statements.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import { proveUnits } from '../../playout/prove.ts';
import { previewClosing } from '../../rewards/closing.ts';
import { notifyRewardRule, notifyRewardStatements } from '../../rewards/notify.ts';
import { submitRewardObjection } from '../../rewards/objections.ts';
import { setPayoutAccount, setTaxNumber } from '../../rewards/payee.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { publishRule, setTaxRate } from '../../rewards/rules.ts';
import { rewardMonths, rewardStatements } from '../../rewards/schema.ts';
import { bankStatement } from '../bank-statement.ts';
import { idOf } from '../seeded-random.ts';
import type { SeededTv } from './place-tvs.ts';
import type { Stage } from './stage.ts';

/** Hundredths of a para for a banner and for a TV second; para for the rest. */
const RATES = { banner: 9_000, tvSecond: 900, ceiling: 6_000, smallest: 10_000 };
const NEXT_RATES = { ...RATES, banner: 9_500, tvSecond: 950 };
/** Days ago at which the first rule was published; before the first play. */
const FIRST_RULE = 70;
/** Percent of a payout, in hundredths. */
const TAX_RATE = 2_000;
/** Statements of a month that are paid already. */
const PAID = 5;
const NIGHT = 4.8 * HOUR_MS;
const OBJECTION =
  'TV u dnevnoj sobi je cele druge subote u mesecu bio uključen, a u obračunu za taj dan nema nijednog prikaza. Molim vas da proverite.';

/** Rules with their days, where viewers are paid, and each month closed that can be: as accounting does it, after the nights' proofs. */
export async function rewardViewers(
  stage: Stage,
  placed: readonly SeededTv[],
  first: Date,
  desk: Actor,
): Promise<void> {
  const { db, deps, clock, end } = stage;
  const at = (moment: Date) => {
    clock.now = moment;
  };
  async function publish(name: string, validFrom: string, rates: typeof RATES): Promise<void> {
    const id = idOf(`reward rule ${name}`);
    await db.transaction((tx) => publishRule(tx, deps, desk, { id, validFrom, ...rates }));
    await notifyRewardRule(deps, id);
  }
  at(new Date(end.getTime() - FIRST_RULE * DAY_MS));
  await publish('first', dayOf(new Date(clock.now.getTime() + 2 * DAY_MS)), RATES);

  at(new Date(first.getTime() + 5 * DAY_MS));
  await db.transaction((tx) => setTaxRate(tx, deps, desk, { validFrom: dayOf(clock.now), rate: TAX_RATE }));
  for (const [n, owner] of [...new Set([stage.members[0]!.id, ...placed.map(({ ownerId }) => ownerId)])].entries()) {
    // The first one is who looks at the demonstration; of the others a few have not said where they are paid.
    if (n % 5 === 3) continue;
    const { firstName, lastName, email, isCompany } = stage.people.get(owner)!;
    const own = { id: owner, email };
    await db.transaction((tx) =>
      setPayoutAccount(tx, deps, own, owner, { payee: `${firstName} ${lastName}`, account: accountOf(n) }),
    );
    if (!isCompany && n % 5 !== 1) await db.transaction((tx) => setTaxNumber(tx, deps, own, owner, taxNumberOf(n)));
  }

  for (let month = monthOf(dayOf(first)); ; month = nextMonth(month)) {
    const closed = new Date(reportsOfMonthEndAt(month).getTime() + 7 * HOUR_MS);
    if (closed > end) break;
    at(closed);
    await prove();
    const { amount } = await db.transaction((tx) => previewClosing(tx, month, clock.now));
    await closeMonth(deps, desk, { month, shown: amount, holdSuspected: true });
    await notifyRewardStatements(deps, firstDay(month));
    await payStatements(deps);
    await payOut(month, new Date(closed.getTime() + DAY_MS));
  }
  at(new Date(end.getTime() - 2 * DAY_MS));
  await objectLately();
  at(new Date(end.getTime() - 3 * DAY_MS));
  await publish('next', firstDay(nextMonth(monthOf(dayOf(end)))), NEXT_RATES);
  at(end);

  /** The bank pays some of them: the one of who looks at the demonstration, and a few more. The others wait for the next payment order. */
  async function payOut(month: string, moment: Date): Promise<void> {
    const executed = new Date(moment.getTime() + DAY_MS);
    if (executed > end) return;
    at(moment);
    const ready = await db
      .select({ id: payouts.id, amount: payouts.amount, reference: payouts.reference })
      .from(payouts)
      .innerJoin(rewardStatements, eq(rewardStatements.id, payouts.statementId))
      .where(and(eq(payouts.state, 'ready'), eq(rewardStatements.month, firstDay(month))))
      .orderBy(desc(eq(rewardStatements.profileId, stage.members[0]!.id)), asc(payouts.reference));
    const paid = ready.slice(0, Math.min(PAID, ready.length - 2));
    if (paid.length === 0) return;
    const wanted = {
      id: idOf(`payment order of rewards ${month}`),
      payouts: paid.map(({ id }) => id),
      shown: paid.reduce((sum, { amount }) => sum + amount, 0),
    };
    await db.transaction((tx) => exportPayouts(tx, deps, desk, wanted));
    at(executed);
    const lines = paid.map(({ amount, reference }) => ({ amount: -amount, text: `97 ${reference}` }));
    const file = bankStatement(executed, lines, 'N');
    const done = await importStatement(deps, desk, { file, entities: ENTITIES });
    if (done.kind !== 'imported') throw new Error(`the statement of the demonstration was not read: ${done.kind}`);
    const matches = await matchesOf(db, done.importId);
    await confirmPayouts(deps, desk, { importId: done.importId, lines: matches.map(({ line }) => line) });
  }

  /** One viewer to a statement that may still be objected to. */
  async function objectLately(): Promise<void> {
    const [last] = await db.select().from(rewardMonths).orderBy(desc(rewardMonths.month)).limit(1);
    if (!last || last.closedAt > clock.now || last.closedAt.getTime() < clock.now.getTime() - OBJECTION_DAYS * DAY_MS)
      return;
    const statements = await db.select().from(rewardStatements).where(eq(rewardStatements.month, last.month));
    const one = statements.find(({ state, profileId }) => state === 'carried' && profileId !== stage.members[0]!.id);
    if (!one) return;
    const own = { id: one.profileId, email: stage.people.get(one.profileId)!.email };
    const made = { id: idOf(`objection ${last.month}`), statement: one.id, text: OBJECTION };
    await db.transaction((tx) => submitRewardObjection(tx, deps, own, one.profileId, made));
  }

  async function prove(): Promise<void> {
    await proveUnits(deps);
    await proveRewards(deps);
  }
}

/** The proofs of the last night. */
export async function proveLastNight({ deps, clock, end }: Stage): Promise<void> {
  const night = startOfDay(dayOf(end)).getTime() + NIGHT;
  clock.now = new Date(night < end.getTime() ? night : night - DAY_MS);
  await proveUnits(deps);
  await proveRewards(deps);
  clock.now = end;
}

/** Made up, with check digits that hold. */
function accountOf(n: number): string {
  const digits = `160${String(5_000_000_000 + n * 7_919).padStart(13, '0')}`;
  for (let check = 0; check < 100; check += 1) {
    const account = parseAccount(`${digits}${String(check).padStart(2, '0')}`);
    if (account) return account;
  }
  throw new Error('every account has check digits');
}

function taxNumberOf(n: number): string {
  for (let serial = n * 20; ; serial += 1) {
    const start = `${String(1 + (n % 28)).padStart(2, '0')}0${1 + (n % 9)}98${n % 10}71${String(serial % 1_000).padStart(3, '0')}`;
    const number = [...'0123456789'].map((digit) => start + digit).find(isPersonalNumber);
    if (number) return number;
  }
}
