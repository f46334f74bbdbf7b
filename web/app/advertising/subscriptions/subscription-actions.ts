import type { Permission } from '#domain/access.ts';
import { subscriptionList as copy } from '#domain/advertising/sold-copy.ts';
import type { SubscriptionRow } from './subscription-row.ts';

/** What is asked in a dialog before it is done. */
export type SubscriptionAction = 'periodEnd' | 'now' | 'pause' | 'resume';

interface Acts {
  may: ReadonlySet<Permission>;
  ask: (row: SubscriptionRow, wish: SubscriptionAction) => void;
  link: (row: SubscriptionRow) => void;
}

/** What can be done with a subscription, by whoever may; nothing with one that has ended. What is being stopped can only be stopped at once. */
export function actionsOf(row: SubscriptionRow, { may, ask, link }: Acts) {
  if (row.state === 'cancelled') return [];
  const isSettled = !row.isChanging && !row.stopping;
  const keeps = may.has('keep subscriptions');
  const stops = may.has('handle payments');
  return [
    keeps && { label: copy.link.action, onSelect: () => link(row) },
    keeps && isSettled && row.state === 'active' && { label: copy.pause.go, onSelect: () => ask(row, 'pause') },
    keeps && isSettled && row.isPausedByWish && { label: copy.resume.go, onSelect: () => ask(row, 'resume') },
    stops &&
      row.state !== 'endsOn' &&
      !row.stopping && { label: copy.stop.atEnd, onSelect: () => ask(row, 'periodEnd') },
    stops && { label: copy.stop.now, onSelect: () => ask(row, 'now'), danger: true },
  ].filter((action) => action !== false);
}
