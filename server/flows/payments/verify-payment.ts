import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { markOutcomeUnknown } from '../../payments/checkouts.ts';
import { fetchCheckout } from '../../payments/fetch-facts.ts';
import type { CheckoutFacts } from '../../payments/gateway.ts';
import { isProviderError, isUnknownToProvider } from '../../payments/provider.ts';
import { checkouts } from '../../payments/schema.ts';
import { type SettlementResult, settleWithoutEvent } from './settle-payment.ts';

/** Nothing of these can change any more, so that the provider need not be asked. */
const FINAL = ['paid', 'returned', 'expired'] as const;
type Final = (typeof FINAL)[number];
const isFinal = (state: string): state is Final => FINAL.includes(state as Final);

/**
 * The buyer is back from the payment page. The session's id is a secret that only the buyer's browser got, so it is enough
 * by itself for the one word this answers with; but for whoever is signed in as somebody else there is no such
 * thing. The provider is asked only about pages that we opened, and only while the answer can change.
 */
export async function verifyPayment(
  deps: Dependencies,
  personId: string | null,
  sessionId: string,
): Promise<Pick<SettlementResult, 'status'>> {
  const [page] = await deps.db
    .select({ state: checkouts.state, profileId: orders.profileId })
    .from(checkouts)
    .innerJoin(orders, eq(orders.id, checkouts.orderId))
    .where(eq(checkouts.id, sessionId));
  if (!page || (personId !== null && page.profileId !== personId)) throw refuse('SESSION_UNKNOWN');
  if (isFinal(page.state)) return { status: page.state };

  let facts: CheckoutFacts;
  try {
    facts = await fetchCheckout(deps, sessionId);
  } catch (error) {
    if (isUnknownToProvider(error)) throw refuse('SESSION_UNKNOWN');
    if (!isProviderError(error)) throw error;
    deps.log.error({ error }, 'payment provider did not answer');
    await markOutcomeUnknown(deps.db, sessionId, deps.now());
    throw refuse('PAYMENT_PROVIDER_DOWN');
  }
  const { status } = await settleWithoutEvent(deps, facts);
  return { status };
}
