import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import { PauseDialog, ResumeDialog } from './pause-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import type { SubscriptionWish } from './subscription-actions.ts';
import type { SubscriptionRow } from './subscription-row.ts';

interface Props {
  wish: SubscriptionWish;
  row: SubscriptionRow;
  meanwhile: Meanwhile | null;
  close: () => void;
  done: () => Promise<unknown>;
}

/** The question before a subscription is stopped, paused or taken up again. */
export function WishDialog({ wish, ...asked }: Props) {
  if (wish === 'pause') return <PauseDialog {...asked} />;
  if (wish === 'resume') return <ResumeDialog {...asked} />;
  return <StopDialog when={wish} {...asked} />;
}
