import { and, eq } from 'drizzle-orm';
import { type PaymentProblem, RETRYABLE } from '#domain/payments/problem.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fetchNews } from '../../payments/fetch-facts.ts';
import type { GatewayEvent, PaymentNews, RefundFacts } from '../../payments/gateway.ts';
import { openProblemCondition } from '../../payments/problems.ts';
import { isUnknownToProvider } from '../../payments/provider.ts';
import { paymentEvents, refunds } from '../../payments/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { upsertCardPayout } from '../bank/upsert-card-payout.ts';
import { matchOrderDocuments, type SettledRequest } from '../documents/match-order-documents.ts';
import { matchPeriodDocuments } from '../documents/period-documents.ts';
import { closeRefund } from '../refunds/close-refund.ts';
import { followSubscription } from './follow-subscription.ts';
import { settleDispute } from './settle-dispute.ts';
import { recordFailedPayment, settleCheckout, settleInvoice } from './settle-payment.ts';
import { paymentKeyOf, settleRefund } from './settle-refund.ts';

type AskedEvent = Pick<GatewayEvent, 'type' | 'objectId'>;

/**
 * An event says which question to ask. The question is asked first, outside any transaction; then the event's row and
 * everything it brings about are written together or not at all. A thrown error makes the provider send it again.
 */
export async function handlePaymentEvent(deps: Dependencies, event: GatewayEvent): Promise<'taken' | 'repeated'> {
  const [known] = await deps.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(eq(paymentEvents.id, event.id));
  if (known) return 'repeated';
  const news = await askForNews(deps, event);
  return deps.db.transaction(async (tx) => {
    const [fresh] = await tx
      .insert(paymentEvents)
      .values({ id: event.id, type: event.type, objectId: event.objectId })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (!fresh) return 'repeated';
    const problem = await settleNews(tx, deps, news);
    if (problem) {
      await tx.update(paymentEvents).set({ problem, payload: event.payload }).where(eq(paymentEvents.id, event.id));
      deps.log.warn({ event: event.id, type: event.type, problem }, 'payment event needs a person');
    }
    return 'taken';
  });
}

/** Asks about something that no event told of, and brings it to where the provider says it is. */
export async function syncWithProvider(deps: Dependencies, asked: AskedEvent): Promise<PaymentProblem | null> {
  const news = await askForNews(deps, asked);
  return deps.db.transaction((tx) => settleNews(tx, deps, news));
}

/** A person asks for another try at what could not be settled; answers with what is still wrong. */
export async function retryEvent(deps: Dependencies, actor: Actor, id: string): Promise<PaymentProblem | null> {
  const [waiting] = await deps.db.select().from(paymentEvents).where(openProblemCondition(id));
  if (!waiting) throw refuse('PROBLEM_GONE');
  if (!RETRYABLE.includes(waiting.problem!)) return waiting.problem;
  const news = await askForNews(deps, waiting);
  return deps.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(paymentEvents).where(openProblemCondition(id)).for('update');
    if (!locked) throw refuse('PROBLEM_GONE');
    const problem = await settleNews(tx, deps, news);
    await tx
      .update(paymentEvents)
      .set(problem ? { problem } : { resolvedAt: deps.now() })
      .where(eq(paymentEvents.id, id));
    await record(tx, actor, {
      action: 'payments.event-retaken',
      on: { kind: 'payment event', id },
      before: { problem: locked.problem },
      after: { problem },
    });
    return problem;
  });
}

/** An event of something that the provider itself does not know is kept for a person, not asked for again and again. */
async function askForNews(deps: Dependencies, event: AskedEvent): Promise<PaymentNews | 'unknown' | null> {
  try {
    return await fetchNews(deps, event);
  } catch (error) {
    if (isUnknownToProvider(error)) return 'unknown';
    throw error;
  }
}

async function settleNews(
  tx: Tx,
  deps: Dependencies,
  news: PaymentNews | 'unknown' | null,
): Promise<PaymentProblem | null> {
  if (news === null) return null;
  if (news === 'unknown') return 'UNKNOWN_TO_PROVIDER';
  switch (news.kind) {
    case 'checkout':
      return (await settleCheckout(tx, deps, news.checkout, 'webhook')).problem;
    case 'invoice paid':
      return (await settleInvoice(tx, deps, news.invoice, 'webhook')).problem;
    case 'invoice failed':
      return recordFailedPayment(tx, deps, news.invoice);
    case 'subscription':
      return followSubscription(tx, deps, news.subscription);
    case 'refund':
    case 'dispute': {
      if (!news.payment) return 'UNKNOWN_PAYMENT';
      const problem =
        news.kind === 'refund'
          ? await settleRefund(tx, deps, news.refund, news.payment)
          : await settleDispute(tx, deps, news.dispute, news.payment);
      // Last, because everybody who takes a number waits from here on.
      const papers = await matchPeriodDocuments(tx, deps, paymentKeyOf(news.payment), news.kind);
      if (news.payment.orderId) {
        const request = news.kind === 'refund' ? await requestOf(tx, news.refund) : undefined;
        papers.push(...(await matchOrderDocuments(tx, deps, news.payment.orderId, news.kind, request)));
      }
      if (news.kind === 'refund') await closeRefund(tx, deps, news.refund, news.payment, papers);
      return problem;
    }
    case 'payout':
      return upsertCardPayout(tx, deps, news.payout);
  }
}

/** The desk's request for a refund; one that stands no more, or could not be entered, has no label on any paper. */
async function requestOf(tx: Tx, { requestId, refundId }: RefundFacts): Promise<SettledRequest> {
  const succeeded = (await tx.$count(refunds, and(eq(refunds.id, refundId), refunds.succeeded))) > 0;
  return { id: requestId, stands: succeeded };
}
