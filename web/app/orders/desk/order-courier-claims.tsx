import { useState } from 'react';
import { courierWords } from '#domain/fulfilment/courier-copy.ts';
import { type ClaimOutcome, isLoss, LOSS_CHOICES, type LossChoice } from '#domain/fulfilment/lost/lost.ts';
import { lossDesk as copy } from '#domain/fulfilment/lost/lost-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import page from '../../admin/desk-page.module.css';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import { CancelDialog } from '../returns/cancel-dialog.tsx';
import styles from '../returns/return.module.css';
import { useDialogSubmission } from '../returns/use-dialog-submission.ts';
import type { OrderRow } from './order-row.ts';

type Row = OrderRow['claims'][number];
interface Reload {
  reload: () => Promise<unknown>;
}

/** Parcels that were lost or damaged: what is claimed from the courier, and what the buyer wants. */
export function OrderCourierClaims({ order: { claims }, reload }: { order: OrderRow } & Reload) {
  if (claims.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
      </header>
      {claims.map((row) => (
        <Claim key={row.id} row={row} reload={reload} />
      ))}
    </section>
  );
}

function Claim({ row, reload }: { row: Row } & Reload) {
  const [asking, setAsking] = useState<ClaimOutcome | 'choice' | null>(null);
  const mayHandle = usePermissions().has('handle payments');
  const { parcel, parcelState, courier, kind, state, dueOn, note, isAsked, choice } = row;
  const close = () => setAsking(null);
  const mayChoose = mayHandle && isAsked && (isLoss(parcelState) || parcelState === 'returned');
  const worth = formatMoneyExact(row);
  return (
    <div className={styles.request} data-waits={state === 'open' || undefined}>
      <div className={styles.spread}>
        <b>{copy.head(parcel, kind)}</b>
        <span>{copy.states[state]}</span>
      </div>
      <span className="muted">
        {[courierWords[courier], state === 'open' && dueOn && copy.due(dueOn)].filter(Boolean).join(' · ')}
      </span>
      <span>
        {copy.worth}: {worth}
      </span>
      {isAsked && (
        <span>
          {copy.buyer}: {choice ? copy.choices[choice] : copy.asked}
        </span>
      )}
      {note && (
        <span>
          {copy.answer}: {note}
        </span>
      )}
      {mayHandle && (
        <div className={styles.actions}>
          {mayChoose && (
            <Button size="sm" onClick={() => setAsking('choice')}>
              {copy.enter}
            </Button>
          )}
          {(state === 'open' || state === 'refused') && (
            <Button size="sm" variant="secondary" onClick={() => setAsking('paid')}>
              {copy.paid}
            </Button>
          )}
          {state === 'open' && (
            <Button size="sm" variant="ghost" onClick={() => setAsking('refused')}>
              {copy.refused}
            </Button>
          )}
        </div>
      )}
      {asking === 'choice' && <EnterChoice row={row} close={close} reload={reload} />}
      {asking === 'paid' && <Paid row={row} worth={worth} close={close} reload={reload} />}
      {asking === 'refused' && (
        <CancelDialog
          words={{
            title: copy.refusedTitle,
            text: copy.refusedText,
            yes: copy.refused,
            reason: copy.answer,
            done: copy.done,
          }}
          cancel={(said) =>
            write(() => client.fulfilment.admin.settleClaim({ id: row.id, outcome: 'refused', note: said }))
          }
          close={close}
          reload={reload}
        />
      )}
    </div>
  );
}

interface ClaimDialogProps extends Reload {
  row: Row;
  close: () => void;
}

function EnterChoice({ row, close, reload }: ClaimDialogProps) {
  const [choice, setChoice] = useState<LossChoice>(row.choice ?? 'again');
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: copy.done });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.enterTitle}
      text={copy.enterText}
      yes={copy.enter}
      busy={busy}
      problem={problem}
      onConfirm={() => void go(() => write(() => client.fulfilment.admin.enterChoice({ id: row.id, choice })))}
    >
      <Segmented
        label={copy.buyer}
        segments={LOSS_CHOICES.map((key) => ({ key, label: copy.choices[key] }))}
        selected={choice}
        onSelect={setChoice}
      />
    </ConfirmDialog>
  );
}

function Paid({ row: { id }, worth, close, reload }: ClaimDialogProps & { worth: string }) {
  const { busy, problem, go } = useDialogSubmission({ close, reload, done: copy.done });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.paidTitle}
      text={copy.paidText(worth)}
      yes={copy.paid}
      busy={busy}
      problem={problem}
      onConfirm={() => void go(() => write(() => client.fulfilment.admin.settleClaim({ id, outcome: 'paid' })))}
    />
  );
}
