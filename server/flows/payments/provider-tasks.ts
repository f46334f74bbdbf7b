import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import { subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { noteCheckout } from '../../payments/checkouts.ts';
import { fetchCheckout } from '../../payments/fetch-facts.ts';
import { isProviderError, isRefusal, isUnknownToProvider } from '../../payments/provider.ts';
import { providerTasks } from '../../payments/schema.ts';
import { openProviderTaskCondition, type ProviderTask } from '../../payments/tasks.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { sendRefundToProvider } from '../refunds/send-refund-to-provider.ts';
import { readPaymentAccess } from './payment-access.ts';
import { type SettlementResult, settleWithoutEvent } from './settle-payment.ts';

/** Minutes from one failure to the next try; the last pause is kept for ever. */
const PAUSES = [1, 2, 5, 15, 30, 60];
/** After that, the tasks of a process that was killed go to the others. */
const LEASE = 3 * MINUTE_MS;
const AT_ONCE = 10;

/** Works on everything that is due; asked for after a commit and every minute. */
export async function runProviderTasks(deps: Dependencies): Promise<void> {
  for (let due = await takeDue(deps); due.length > 0; due = await takeDue(deps))
    await Promise.all(due.map((task) => work(deps, task)));
}

const isFree = (now: Date) => or(isNull(providerTasks.leasedUntil), lte(providerTasks.leasedUntil, now));
const leased = (now: Date) => ({ leasedUntil: new Date(now.getTime() + LEASE) });

async function takeDue({ db, now }: Dependencies): Promise<ProviderTask[]> {
  const at = now();
  const due = db
    .select({ id: providerTasks.id })
    .from(providerTasks)
    .where(and(isNull(providerTasks.doneAt), lte(providerTasks.nextAt, at), isFree(at)))
    .orderBy(providerTasks.nextAt)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db.update(providerTasks).set(leased(at)).where(inArray(providerTasks.id, due)).returning();
}

/** Works on a task this worker has leased. Asked for again meanwhile, it stays due: what was just done may be wrong now. */
async function work(deps: Dependencies, task: ProviderTask): Promise<void> {
  const { db, log, now } = deps;
  const outcome = await WORK[task.kind](deps, task.objectId, task.failures).then(
    () => ({ doneAt: now(), lastError: null }),
    (error: unknown) => {
      const failures = task.failures + 1;
      const pause = PAUSES[Math.min(failures, PAUSES.length) - 1]! * MINUTE_MS;
      log.error({ error, task: task.kind, object: task.objectId, failures }, 'payment provider not told yet');
      return { failures, lastError: nameOf(error), nextAt: new Date(now().getTime() + pause) };
    },
  );
  const [same] = await db
    .update(providerTasks)
    .set({ ...outcome, leasedUntil: null })
    .where(and(eq(providerTasks.id, task.id), eq(providerTasks.asked, task.asked)))
    .returning({ id: providerTasks.id });
  if (!same) await db.update(providerTasks).set({ leasedUntil: null }).where(eq(providerTasks.id, task.id));
}

const nameOf = (error: unknown): string =>
  isProviderError(error) ? error.code : error instanceof Error ? error.name : 'unknown';

/** Staff ask for another try at once; answers with what is still wrong, also while a worker is trying. */
export async function retryTask(deps: Dependencies, actor: Actor, id: string): Promise<'PROVIDER_NOT_TOLD' | null> {
  const [open] = await deps.db
    .select({ id: providerTasks.id })
    .from(providerTasks)
    .where(openProviderTaskCondition(id));
  if (!open) throw refuse('PROBLEM_GONE');
  const at = deps.now();
  const [task] = await deps.db
    .update(providerTasks)
    .set(leased(at))
    .where(and(openProviderTaskCondition(id), isFree(at)))
    .returning();
  if (!task) return 'PROVIDER_NOT_TOLD';
  await work(deps, task);
  const [after] = await deps.db.select().from(providerTasks).where(eq(providerTasks.id, id));
  const problem = after?.doneAt ? null : 'PROVIDER_NOT_TOLD';
  await record(deps.db, actor, {
    action: 'payments.event-retaken',
    on: { kind: 'payment event', id: task.objectId },
    before: { problem: 'PROVIDER_NOT_TOLD' },
    after: { problem },
  });
  return problem;
}

const WORK: Record<ProviderTask['kind'], (deps: Dependencies, id: string, failures: number) => Promise<unknown>> = {
  'expire-checkout': expireCheckout,
  'match-subscription': matchSubscription,
  'refund-payment': ({ payments }, key, failures) => payments.refund(key, failures),
  'pay-back': sendRefundToProvider,
};

/** Calls a payment page off and settles what became of it; one that was paid a moment ago stays paid. */
export async function expireCheckout(deps: Dependencies, sessionId: string): Promise<SettlementResult['status']> {
  try {
    await deps.payments.cancelPage(sessionId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isUnknownToProvider(error)) {
      await deps.db.transaction((tx) => noteCheckout(tx, sessionId, 'expired'));
      return 'expired';
    }
  }
  const facts = await fetchCheckout(deps, sessionId);
  if (facts.state === 'open') throw new Error(`The payment page ${sessionId} is still open`);
  return (await settleWithoutEvent(deps, facts)).status;
}

const WANTED_RENEWAL = { open: 'running', blocked: 'paused', closed: 'ended' } as const;

const STOPPED_RENEWAL = { periodEnd: 'ending', now: 'ended' } as const;

/** Ends, pauses or resumes a subscription, as whoever pays or staff asked, or as its account stands now. */
async function matchSubscription({ db, payments }: Dependencies, id: string): Promise<void> {
  const [ours] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!ours) return;
  const access = await readPaymentAccess(db, ours.profileId);
  const stopped = ours.stop && access !== 'closed' ? STOPPED_RENEWAL[ours.stop] : null;
  try {
    await payments.setRenewal(
      id,
      stopped ?? (access === 'open' && ours.pausedSince ? 'paused' : WANTED_RENEWAL[access]),
    );
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error;
  }
}
