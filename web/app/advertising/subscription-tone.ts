import type { SubscriptionState } from '#domain/advertising/contract.ts';

/** The colour beside the word of a subscription's state; `once` is what is no subscription. */
export const STATE_TONE: Record<SubscriptionState | 'once', 'ok' | 'warn' | 'err' | 'info'> = {
  starting: 'warn',
  active: 'ok',
  pastDue: 'err',
  endsOn: 'warn',
  cancelled: 'info',
  once: 'info',
};
