import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { placeToRefund } from '#domain/admin/subject-pages.ts';
import { subscriptionList as copy } from '#domain/advertising/sold-copy.ts';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { type Acts, actionsOf } from './subscription-actions.ts';
import { nameOf, type SubscriptionRow } from './subscription-row.ts';

/** What can be done with one subscription; not there when nothing can. */
export function SubscriptionMenu({ row, acts }: { row: SubscriptionRow; acts: Acts }) {
  const actions = actionsOf(row, acts);
  return actions.length > 0 && <RowMenu label={copy.actionsOf(nameOf(row))} actions={actions} />;
}

/** Goes to the order of a paid month, whose form gives its money back: there is no second one. */
export function useOpenRefundForm(): (paid: NonNullable<SubscriptionRow['paid']>) => void {
  const navigate = useNavigate();
  return useCallback(({ order, period }) => void navigate(placeToRefund(order, period).path), [navigate]);
}
