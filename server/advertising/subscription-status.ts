import { inArray, type SQL, sql } from 'drizzle-orm';
import type { CampaignStatus, SubscriptionState } from '#domain/advertising/contract.ts';
import { ENDED_STATUSES, subscriptions } from './schema.ts';

/** In what state a subscription is, in the words of the contract; `null` where there is none. */
export const stateOf: SQL<SubscriptionState> = sql`case
  when ${subscriptions.id} is null then null
  when ${inArray(subscriptions.status, ENDED_STATUSES)} then 'cancelled'
  when ${subscriptions.status} = 'incomplete' then 'starting'
  when ${subscriptions.status} in ('past_due', 'unpaid') then 'pastDue'
  when ${subscriptions.cancelAt} is not null or ${subscriptions.cancelAtPeriodEnd} then 'endsOn'
  when ${subscriptions.paused} then 'paused'
  else 'active' end`;

/** Whether the provider has not said yet that it is paused, or goes on, as was asked. */
export const unconfirmedPauseCondition = sql<boolean>`not ${inArray(subscriptions.status, ENDED_STATUSES)} and ${subscriptions.stop} is null
  and case when ${subscriptions.pausedSince} is not null then not ${subscriptions.paused}
    else ${subscriptions.paused} and exists (select from provider_tasks t
      where t.kind = 'match-subscription' and t.object_id = subscriptions.id and t.done_at is null) end`;

type Dates = Pick<typeof subscriptions.$inferSelect, 'currentPeriodEnd' | 'cancelAt' | 'endedAt' | 'retryAt'>;

/** Whether it is paused because that was asked, and when it is charged if it is taken up again now. */
export const pauseAndNextCharge = (
  state: SubscriptionState,
  row: Dates & Pick<typeof subscriptions.$inferSelect, 'pausedSince'>,
) => ({
  isPausedByWish: state === 'paused' && row.pausedSince !== null,
  chargedIfResumed: state === 'paused' ? row.currentPeriodEnd : null,
});

/** The next charge and the end that follow from the state. */
export function subscriptionStatus(state: SubscriptionState, dates: Dates): CampaignStatus {
  const renewsAt = { active: dates.currentPeriodEnd, pastDue: dates.retryAt }[state as 'active' | 'pastDue'] ?? null;
  const endsAt =
    state === 'cancelled' ? dates.endedAt : state === 'endsOn' ? (dates.cancelAt ?? dates.currentPeriodEnd) : null;
  return { state, renewsAt, endsAt };
}
