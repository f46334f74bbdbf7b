import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import { PauseDialog, ResumeDialog } from './pause-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import type { SubscriptionAction } from './subscription-actions.ts';
import type { SubscriptionRow } from './subscription-row.ts';

interface Props {
  action: SubscriptionAction;
  row: SubscriptionRow;
  meanwhile: Meanwhile | null;
  close: () => void;
  done: () => Promise<unknown>;
}

/** The question before a subscription is stopped, paused or taken up again. */
export function SubscriptionDialog({ action, ...asked }: Props) {
  if (action === 'pause') return <PauseDialog {...asked} />;
  if (action === 'resume') return <ResumeDialog {...asked} />;
  return <StopDialog when={action} {...asked} />;
}
