import { useEffect } from 'react';
import { lateCopy } from '#domain/late-copy.ts';
import { lazyComponent, whenIdle } from '../../ui/late/lazy-component.tsx';

const StatementDialog = lazyComponent(() => import('../../bank/statement-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.statement,
});
const OwedDialog = lazyComponent(() => import('../../bank/owed-dialog.tsx'), { size: 'dialog', title: lateCopy.owed });
const ChangeDialog = lazyComponent(() => import('./change-dialog.tsx'), { size: 'dialog', title: lateCopy.change });

/** The bank's statement, what is owed back, and the change of the event. */
export type EventPaymentsDialog = 'statement' | 'owed' | 'change';

interface Props {
  opened: EventPaymentsDialog | null;
  onClose: () => void;
  onChanged: () => void;
}

/** The dialog that a button of the head opened. All of them are fetched when the page is idle. */
export function OpenedDialog({ opened, onClose, onChanged }: Props) {
  useEffect(() => {
    for (const dialog of [StatementDialog, ChangeDialog, OwedDialog]) whenIdle(dialog.fetch);
  }, []);
  return (
    <>
      {opened === 'statement' && <StatementDialog onClose={onClose} onSettled={onChanged} />}
      {opened === 'change' && <ChangeDialog onClose={onClose} onChanged={onChanged} />}
      {opened === 'owed' && <OwedDialog entity="organiser" onClose={onClose} onChanged={onChanged} />}
    </>
  );
}
