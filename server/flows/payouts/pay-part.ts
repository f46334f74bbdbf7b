import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { isSerbianAccount, LIVE_PAYOUTS, PAYEE_MAX } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { paymentParts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { postPartEntries } from '../event/post-reservation-entries.ts';
import { nextPayoutReference } from './open-payout.ts';

type PartRow = typeof paymentParts.$inferSelect;
type LineRow = typeof statementLines.$inferSelect;
type PayoutRow = typeof payouts.$inferSelect;
/** Of money that is owed back of a payment. */
export type PartPayout = PayoutRow & { partId: string };

interface Wanted {
  id: string;
  payee?: string | undefined;
  account?: string | undefined;
}

const TOKEN_BYTES = 16;
const on = (id: string) => ({ kind: 'payment part' as const, id });

/** The live payout of money owed back; the caller holds the part. */
async function liveOf(tx: Tx, partId: string): Promise<PayoutRow | null> {
  const live = and(eq(payouts.partId, partId), inArray(payouts.state, LIVE_PAYOUTS));
  const [row] = await tx.select().from(payouts).where(live).for('update');
  return row ?? null;
}

/** Refuses what a person says of money that is in a payout, or that a statement shows as paid. The caller holds the part. */
export async function requireNoPayout(tx: Tx, partId: string): Promise<void> {
  const live = await liveOf(tx, partId);
  if (live) throw refuse('OWED_IN_PAYOUT', { state: live.state as 'ready' | 'listed' | 'done' });
}

/**
 * What the company owes back of a payment goes with its next payment order to the account from which it came; to one that is said where a
 * statement shows none, or once the bank has sent the money back. Said twice, it is there once.
 */
export async function payOutPart(tx: Tx, deps: Dependencies, actor: Actor, { id, ...said }: Wanted): Promise<void> {
  const [part] = await tx.select().from(paymentParts).where(eq(paymentParts.id, id)).for('update');
  if (!part || (part.state !== 'owed' && part.state !== 'returned')) throw refuse('OWED_MONEY_GONE');
  if (part.entity !== 'company' || part.currency !== 'RSD' || part.lineId === null) throw refuse('OWED_NOT_PAYABLE');
  const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, part.lineId));
  const to = whereTo(line!, said);
  const live = await liveOf(tx, id);
  if (live?.state === 'ready' && live.account === to.account && live.payee === to.payee) return;
  if (live) throw refuse('OWED_IN_PAYOUT', { state: live.state as 'ready' | 'listed' | 'done' });
  // Given back by hand.
  if (part.state !== 'owed') throw refuse('OWED_MONEY_GONE');
  if (isElsewhere(to.account, line!) && !(await didNotArrive(tx, id))) throw refuse('OWED_ACCOUNT_OTHER');
  const moment = deps.now();
  await tx.insert(payouts).values({
    partId: id,
    amount: part.amount,
    state: 'ready',
    ...to,
    namedBy: to.account === line!.payerAccount ? 'statement' : actor.id,
    namedAt: moment,
    reference: await nextPayoutReference(tx, Number(dayOf(moment).slice(0, 4))),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    createdAt: moment,
  });
  await record(tx, actor, {
    action: 'bank.owed-paid-out',
    on: on(id),
    after: { amount: part.amount, currency: part.currency },
  });
}

const isElsewhere = (account: string, { payerAccount }: LineRow): boolean =>
  payerAccount !== null && account !== payerAccount;

/** Whether the bank has sent it back before, or never paid it. */
const didNotArrive = async (tx: Tx, partId: string): Promise<boolean> =>
  (await tx.$count(payouts, and(eq(payouts.partId, partId), inArray(payouts.state, ['returned', 'refused'])))) > 0;

function whereTo({ payer, payerAccount }: LineRow, said: Omit<Wanted, 'id'>) {
  const account = said.account === undefined ? payerAccount : parseAccount(said.account);
  const payee = (said.payee ?? payer).trim().slice(0, PAYEE_MAX);
  if (account === null || payee === '') throw refuse('ACCOUNT_WRONG', { reason: 'digits' });
  if (!isSerbianAccount(account)) throw refuse('ACCOUNT_WRONG', { reason: 'abroad' });
  return { account, payee };
}

/** It does not go with the next payment order after all. Said twice, once. */
export async function stopPartPayout(tx: Tx, actor: Actor, id: string): Promise<void> {
  const [part] = await tx.select().from(paymentParts).where(eq(paymentParts.id, id)).for('update');
  if (!part) throw refuse('OWED_MONEY_GONE');
  const live = await liveOf(tx, id);
  if (!live) {
    const [last] = await tx
      .select({ state: payouts.state })
      .from(payouts)
      .where(eq(payouts.partId, id))
      .orderBy(desc(payouts.createdAt))
      .limit(1);
    if (last?.state === 'stopped') return;
    throw refuse('OWED_MONEY_GONE');
  }
  if (live.state !== 'ready') throw refuse('OWED_IN_PAYOUT', { state: live.state as 'listed' | 'done' });
  await tx.update(payouts).set({ state: 'stopped' }).where(eq(payouts.id, live.id));
  await record(tx, actor, {
    action: 'bank.owed-taken-out',
    on: on(id),
    after: { amount: part.amount, currency: part.currency },
  });
}

/** The bank paid it: it is given back, as if a person had said so. The caller holds part and payout. */
export async function markPartPaidBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  part: PartRow,
  { id, amount, currency }: PartPayout,
  line: LineRow,
): Promise<void> {
  const executedOn = line.bookedOn;
  await tx.update(payouts).set({ state: 'done', lineId: line.id, executedOn }).where(eq(payouts.id, id));
  await moveTo(tx, deps, part.id, {
    state: 'returned',
    returnedAt: deps.now(),
    returnedBy: actor.email ?? actor.id,
  });
  await record(tx, actor, {
    action: 'payouts.executed',
    on: on(part.id),
    after: { amount, currency, bookedOn: executedOn },
  });
}

/** The payer's bank sent it back: it is owed again, and somebody says where it shall go now. The caller holds part and payout. */
export async function markPartBounced(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  part: PartRow,
  { id, amount, currency }: PartPayout,
  line: LineRow,
): Promise<void> {
  await tx.update(payouts).set({ state: 'returned', returnLineId: line.id }).where(eq(payouts.id, id));
  await moveTo(tx, deps, part.id, { state: 'owed', returnedAt: null, returnedBy: null });
  await record(tx, actor, { action: 'payouts.returned', on: on(part.id), after: { amount, currency } });
}

/** The bank never paid it; the money was owed all the time. The caller holds part and payout. */
export async function recordPartRefused(tx: Tx, actor: Actor, { partId, amount, currency }: PartPayout): Promise<void> {
  await record(tx, actor, { action: 'payouts.refused', on: on(partId), after: { amount, currency } });
}

async function moveTo(
  tx: Tx,
  deps: Dependencies,
  id: string,
  change: Pick<PartRow, 'state' | 'returnedAt' | 'returnedBy'>,
): Promise<void> {
  await tx.update(paymentParts).set(change).where(eq(paymentParts.id, id));
  await postPartEntries(tx, deps.now(), eq(paymentParts.id, id));
}
