import type { SubscriptionState } from '#domain/advertising/contract.ts';

/** The colour of a subscription's state; `once` is a package bought without one. */
export const STATE_TONE: Record<SubscriptionState | 'once', 'ok' | 'warn' | 'err' | 'info'> = {
  starting: 'warn',
  active: 'ok',
  pastDue: 'err',
  endsOn: 'warn',
  paused: 'warn',
  cancelled: 'info',
  once: 'info',
};
