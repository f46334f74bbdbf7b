import { useState } from 'react';
import { LOSS_CHOICES, type LossChoice } from '#domain/fulfilment/lost/lost.ts';
import { ownLoss as copy } from '#domain/fulfilment/lost/lost-copy.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import { useDialogSubmission } from '../returns/use-dialog-submission.ts';
import styles from './follow.module.css';

type Loss = NonNullable<Awaited<ReturnType<typeof client.fulfilment.own>>['parcels'][number]['loss']>;

interface LostChoiceProps {
  parcel: { number: number; n: number };
  loss: Loss;
  reload: () => Promise<unknown>;
}

/** What the buyer wants instead of a parcel that was lost or damaged. */
export function LostChoice({ parcel, loss: { kind, choice, isOpen, isDone }, reload }: LostChoiceProps) {
  const [asked, setAsked] = useState<LossChoice | null>(null);
  if (choice)
    return (
      <p className={styles.loss} role="status">
        {(isDone ? copy.done : copy.chosen)[choice]}
      </p>
    );
  if (!isOpen) return null;
  return (
    <div className={styles.loss}>
      <h3>{copy.title(kind)}</h3>
      <p>{copy.text}</p>
      <div className={styles.lossChoices}>
        {LOSS_CHOICES.map((one) => (
          <Button key={one} variant={one === 'again' ? 'primary' : 'secondary'} onClick={() => setAsked(one)}>
            {copy.choices[one]}
          </Button>
        ))}
      </div>
      {asked && <Confirm parcel={parcel} choice={asked} close={() => setAsked(null)} reload={reload} />}
    </div>
  );
}

function Confirm({
  parcel,
  choice,
  close,
  reload,
}: Pick<LostChoiceProps, 'parcel' | 'reload'> & { choice: LossChoice; close: () => void }) {
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: copy.saved });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.confirmTitle[choice]}
      text={copy.confirm[choice]}
      yes={copy.choices[choice]}
      no={copy.cancel}
      busy={busy}
      problem={problem}
      onConfirm={() => void go(() => write(() => client.fulfilment.choose({ ...parcel, choice })))}
    />
  );
}
