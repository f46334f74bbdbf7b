import { useRef, useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { returnDesk as copy } from '#domain/returns/copy.ts';
import { client } from '../../api.ts';
import { TextArea } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import styles from './return.module.css';
import { type StepProps, useDialogSubmission } from './use-dialog-submission.ts';

/** It left with our label and did not come: its money goes back, with what the label would have taken off. */
export function RefundLostReturnDialog({ row: { id, money, isPaidBack }, close, reload }: StepProps) {
  const [resolution, setResolution] = useState('');
  const refund = useRef('');
  const { busy, problem, go } = useDialogSubmission({ close, reload });
  const whole = money && { amount: money.amount + money.label, currency: money.currency };
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.lostTitle}
      text={copy.lostText}
      yes={copy.outcome.money}
      busy={busy}
      disabled={(!money && !isPaidBack) || resolution.trim() === ''}
      problem={problem}
      onConfirm={() => {
        refund.current ||= crypto.randomUUID();
        const said = { id, outcome: 'money' as const, lost: true, refund: refund.current, resolution };
        void go(() => write(() => client.returns.admin.decide({ ...said, shown: whole?.amount ?? 0 })));
      }}
    >
      <div className={styles.fields}>
        <p>
          {money && whole
            ? copy.money(formatMoneyExact(whole), null, money.to)
            : isPaidBack
              ? copy.paidBack
              : copy.noMoney}
        </p>
        <TextArea
          label={copy.resolutionField}
          rows={3}
          maxLength={500}
          value={resolution}
          onChange={({ target }) => setResolution(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
