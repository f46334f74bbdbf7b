import { useRef, useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { returnDesk as copy } from '#domain/returns/copy.ts';
import { OUTCOMES, type ReturnOutcome } from '#domain/returns/rules.ts';
import { client } from '../../api.ts';
import { TextArea } from '../../ui/form/field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import styles from './return.module.css';
import { type StepProps, useDialogSubmission } from './use-dialog-submission.ts';

const GOODS = ['stock', 'off'] as const;

/** Money back, repaired or rejected. Money is a refund of its own, under a key that stays while the dialog is open. */
export function DecideReturn({ row: { id, kind, money, isPaidBack }, close, reload }: StepProps) {
  const [outcome, setOutcome] = useState<ReturnOutcome>(OUTCOMES[kind][0]!);
  const [goods, setGoods] = useState<'stock' | 'off'>(kind === 'complaint' ? 'off' : 'stock');
  const [resolution, setResolution] = useState('');
  const refund = useRef('');
  const { busy, problem, go } = useDialogSubmission({ close, reload });
  const isMoney = outcome === 'money';
  const isSilent = isMoney && kind === 'withdrawal' && !isPaidBack;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.decideTitle}
      text={copy.decideText}
      yes={copy.outcome[outcome]}
      busy={busy}
      disabled={(isMoney && !money && !isPaidBack) || (!isSilent && resolution.trim() === '')}
      problem={problem}
      onConfirm={() => {
        refund.current ||= crypto.randomUUID();
        const said = { id, outcome, goods, refund: refund.current, resolution, shown: money?.amount ?? 0 };
        void go(() => write(() => client.returns.admin.decide(said)));
      }}
    >
      <div className={styles.fields}>
        <Segmented
          label={copy.outcomes}
          segments={OUTCOMES[kind].map((key) => ({ key, label: copy.outcome[key] }))}
          selected={outcome}
          onSelect={setOutcome}
        />
        {isMoney && (
          <>
            <p>
              {money
                ? copy.money(
                    formatMoneyExact(money),
                    money.label > 0 ? formatMoneyExact({ amount: money.label, currency: money.currency }) : null,
                    money.to,
                  )
                : isPaidBack
                  ? copy.paidBack
                  : copy.noMoney}
            </p>
            <Segmented
              label={copy.goods}
              segments={GOODS.map((key) => ({ key, label: copy.goodsOf[key] }))}
              selected={goods}
              onSelect={setGoods}
            />
          </>
        )}
        <TextArea
          label={copy.resolutionField}
          optional={isSilent}
          rows={3}
          maxLength={500}
          value={resolution}
          onChange={({ target }) => setResolution(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
