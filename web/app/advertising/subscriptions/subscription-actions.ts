import type { Permission } from '#domain/access.ts';
import { subscriptionList as copy } from '#domain/advertising/sold-copy.ts';
import type { SubscriptionRow } from './subscription-row.ts';

/** What is asked in a dialog before it is done. */
export type SubscriptionAction = 'periodEnd' | 'now' | 'pause' | 'resume';

export interface Acts {
  may: ReadonlySet<Permission>;
  ask: (row: SubscriptionRow, action: SubscriptionAction) => void;
  link: (row: SubscriptionRow) => void;
  /** Leads to the form of its order that gives money back. */
  refund: (paid: NonNullable<SubscriptionRow['paid']>) => void;
}

/** Nothing can be asked of it any more: it has ended, or ends as soon as the provider has heard of it. */
export const isEndedOrEndingNow = ({ state, stoppingNow }: Pick<SubscriptionRow, 'state' | 'stoppingNow'>): boolean =>
  state === 'cancelled' || stoppingNow;

/** What staff have asked of it and the provider has not confirmed. */
export function pendingChangeText({ stopping, stoppingNow, isChanging }: SubscriptionRow): string | null {
  if (stoppingNow) return copy.stoppingNow;
  if (stopping) return copy.stoppingAtEnd;
  return isChanging ? copy.changing : null;
}

/** What can be done with a subscription, by whoever may; of one that has ended or is being stopped at once, its money can go back. */
export function actionsOf(row: SubscriptionRow, { may, ask, link, refund }: Acts) {
  const { paid } = row;
  const back = may.has('handle payments') && paid ? [{ label: copy.refund, onSelect: () => refund(paid) }] : [];
  if (isEndedOrEndingNow(row)) return back;
  const isSettled = !row.isChanging && !row.stopping;
  const keeps = may.has('keep subscriptions') && !row.isBlocked;
  const stops = may.has('handle payments');
  return [
    keeps && { label: copy.link.action, onSelect: () => link(row) },
    keeps && isSettled && row.state === 'active' && { label: copy.pause.go, onSelect: () => ask(row, 'pause') },
    keeps && isSettled && row.isPausedByWish && { label: copy.resume.go, onSelect: () => ask(row, 'resume') },
    ...back,
    stops &&
      row.state !== 'endsOn' &&
      row.state !== 'pastDue' &&
      !row.stopping && { label: copy.stop.atEnd, onSelect: () => ask(row, 'periodEnd') },
    stops && { label: copy.stop.now, onSelect: () => ask(row, 'now'), danger: true },
  ].filter((action) => action !== false);
}
