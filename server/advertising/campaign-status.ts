import { inArray, type SQL, sql } from 'drizzle-orm';
import type { CampaignStatus, SubscriptionState } from '#domain/advertising/contract.ts';
import { ENDED_STATUSES, subscriptions } from './schema.ts';

/** In what state a subscription is, in the words of the contract; `null` where there is none. */
export const stateOf: SQL<SubscriptionState> = sql`case
  when ${subscriptions.id} is null then null
  when ${inArray(subscriptions.status, ENDED_STATUSES)} then 'cancelled'
  when ${subscriptions.status} = 'incomplete' then 'starting'
  when ${subscriptions.status} in ('past_due', 'unpaid') then 'pastDue'
  when ${subscriptions.paused} then 'paused'
  when ${subscriptions.cancelAt} is not null or ${subscriptions.cancelAtPeriodEnd} then 'endsOn'
  else 'active' end`;

type Dates = Pick<typeof subscriptions.$inferSelect, 'currentPeriodEnd' | 'cancelAt' | 'endedAt' | 'retryAt'>;

/** The next charge and the end that follow from the state. */
export function campaignStatus(state: SubscriptionState, dates: Dates): CampaignStatus {
  const renewsAt = { active: dates.currentPeriodEnd, pastDue: dates.retryAt }[state as 'active' | 'pastDue'] ?? null;
  const endsAt =
    state === 'cancelled' ? dates.endedAt : state === 'endsOn' ? (dates.cancelAt ?? dates.currentPeriodEnd) : null;
  return { state, renewsAt, endsAt };
}
