import { useState } from 'react';
import { formatMoneyExact, readCents } from '#domain/money.ts';
import { refundCopy } from '#domain/refunds/copy.ts';
import { returnDesk as copy } from '#domain/returns/copy.ts';
import type { ReturnOutcome } from '#domain/returns/rules.ts';
import { client } from '../../api.ts';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import styles from './return.module.css';
import { type StepProps, useDialogSubmission } from './use-dialog-submission.ts';

const GOODS = ['stock', 'off'] as const;

/** What becomes of the devices and their price. Money is a refund of its own, under a key that stays for the same amount. */
export function DecideReturn({ row: { id, kind, money, isPaidBack, outcomes }, close, reload }: StepProps) {
  const [outcome, setOutcome] = useState<ReturnOutcome>(outcomes[0]!);
  const [goods, setGoods] = useState<'stock' | 'off'>(kind === 'complaint' ? 'off' : 'stock');
  const [typed, setTyped] = useState('');
  const [resolution, setResolution] = useState('');
  const keys = useWriteKeys();
  const { busy, problem, go } = useDialogSubmission({ close, reload });
  const isMoney = outcome === 'money';
  const isReduced = outcome === 'reduced';
  const by = readCents(typed);
  const isAmountWrong = by === null || by === 0 || (money !== null && by >= money.amount);
  const isSilent = isMoney && kind === 'withdrawal' && !isPaidBack;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.decideTitle}
      text={copy.decideText}
      yes={copy.outcome[outcome]}
      busy={busy}
      disabled={
        (isMoney && !money && !isPaidBack) ||
        (isReduced && (!money || isAmountWrong)) ||
        (!isSilent && resolution.trim() === '')
      }
      problem={problem}
      onConfirm={() => {
        const said = {
          id,
          outcome,
          goods,
          refund: keys.of(outcome, isReduced ? by : null),
          resolution,
          shown: money?.amount ?? 0,
        };
        const wanted = isReduced && by ? { ...said, by } : said;
        void go(() => write(() => client.returns.admin.decide(wanted)));
      }}
    >
      <div className={styles.fields}>
        {outcomes.length > 1 && (
          <Segmented
            label={copy.outcomes}
            segments={outcomes.map((key) => ({ key, label: copy.outcome[key] }))}
            selected={outcome}
            onSelect={setOutcome}
          />
        )}
        {isReduced && (money ? <p>{copy.reducedTo(formatMoneyExact(money), money.to)}</p> : <p>{copy.noMoney}</p>)}
        {isReduced && money && (
          <TextField
            label={refundCopy.amount(money.currency)}
            value={typed}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            {...(typed !== '' && isAmountWrong ? { error: copy.reductionWrong(formatMoneyExact(money)) } : {})}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
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
