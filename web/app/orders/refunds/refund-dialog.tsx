import { useState } from 'react';
import { flushSync } from 'react-dom';
import { meanwhile as meanwhileCopy } from '#domain/merging-copy.ts';
import { formatMoneyExact, readCents } from '#domain/money.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import {
  isOfTerms,
  NOTE_MAX,
  REFUND_REASONS,
  RETURNED_GOODS_DISPOSITIONS,
  type RefundReason,
  type RefundScope,
  type ReturnedGoods,
} from '#domain/refunds/rules.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { ReasonFields } from './reason-fields.tsx';
import styles from './refund.module.css';
import { RefundEffects } from './refund-effects.tsx';
import type { RefundDeskRow, RefundRequest } from './refund-row.ts';
import { canGoBack, scopesOf } from './refund-scopes.ts';
import { ReturnedSerials } from './returned-serials.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { useRefundPreview } from './use-refund-preview.ts';

/**
 * Gives money of a payment back, to the card or to an account. What will happen stands beside it, from the server, before it is done. The
 * payment is replaced only by whoever holds it.
 */
export function RefundDialog({
  order,
  desk,
  onClose,
  reload,
}: {
  order: OrderRow;
  desk: RefundDeskRow;
  onClose: () => void;
  reload: () => Promise<unknown>;
}) {
  const payments = desk.payments.filter(canGoBack);
  const [chosen, setChosen] = useState(payments[0]);
  const found = payments.find(({ key }) => key === chosen?.key);
  const payment = found ?? chosen;
  const offered = found || !chosen ? payments : [chosen, ...payments];
  const hasDevices = (payment?.devices ?? 0) > 0;
  const months = payment?.months ?? 0;
  const [scope, setScope] = useState<RefundScope>(scopesOf(payment)[0]!);
  const [count, setCount] = useState(months || 1);
  const [typed, setTyped] = useState('');
  const [chosenReason, setReason] = useState<RefundReason | ''>('');
  const [statedOn, setStatedOn] = useState('');
  const [goods, setGoods] = useState<ReturnedGoods>('none');
  const [serials, setSerials] = useState<string[]>([]);
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keys = useWriteKeys();

  const reasons = REFUND_REASONS.filter((one) => isOfTerms(one) === (scope === 'terms'));
  const reason = reasons.find((one) => one === chosenReason) ?? '';
  const isStated = reason === 'terms_withdrawal';
  const isDayMissing = isStated && statedOn === '';
  const amount = scope === 'amount' ? readCents(typed) : null;
  const isAmountWrong = scope === 'amount' && (amount === null || amount === 0);
  const wanted: RefundRequest | null =
    !found || isAmountWrong || isDayMissing
      ? null
      : {
          order: order.number,
          payment: found.key,
          scope,
          ...(amount === null ? {} : { amount }),
          ...(scope === 'devices' ? { devices: count } : {}),
          ...(scope === 'months' ? { months: Math.min(count, months) } : {}),
          reason: reason || (scope === 'terms' ? 'terms_end' : 'agreement'),
          ...(isStated ? { statedOn } : {}),
          goods,
          serials: goods === 'none' ? [] : serials,
          note,
        };
  const { shown, isCurrent, problem: previewProblem } = useRefundPreview(wanted, busy);

  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setProblem(null);
      set(value);
    };

  async function send() {
    setAsked(true);
    if (reason === '' || !isCurrent || !wanted) return;
    const { money, version } = shown!;
    const id = keys.of(wanted.payment, scope, count, typed, reason, statedOn, goods, serials, note);
    const request = { ...wanted, id, version, shown: money.amount };
    setBusy(true);
    const sent = await write(() => client.refunds.admin.ask(request));
    setBusy(false);
    if (sent.outcome !== 'done') setProblem(sent);
    else {
      const said = formatMoneyExact(sent.value.money);
      toast.success(sent.value.state === 'asked' ? copy.asked(said) : copy.done(said));
      // At once, so that no preview is asked for of what has gone back.
      flushSync(onClose);
    }
    await reload();
  }

  const name = order.buyer?.name ?? '';
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      size="lg"
      title={copy.title}
      description={copy.sub(
        order.number,
        name,
        payment ? formatMoneyExact({ amount: payment.paid, currency: payment.currency }) : '',
        payment?.way ?? 'card',
      )}
      problem={problem}
      aside={(found || busy) && <RefundEffects preview={shown} stale={!isCurrent} problem={previewProblem} />}
      footer={
        <>
          <p className={`s muted ${styles.limit}`}>
            {shown?.isSecondNeeded ? copy.over(formatMoneyExact(shown.money)) : copy.limit}
          </p>
          <div className={styles.buttons}>
            <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
            <Button loading={busy} disabled={!isCurrent} onClick={() => void send()}>
              {busy || !shown ? copy.open : shown.isSecondNeeded ? copy.ask : copy.go(formatMoneyExact(shown.money))}
            </Button>
          </div>
        </>
      }
    >
      {!found && !busy && <MeanwhileNotice meanwhile={{ text: meanwhileCopy.impossible }} />}
      {offered.length > 1 && (
        <SelectField
          label={copy.payment}
          value={payment?.key ?? ''}
          options={offered.map(({ key: value, moment, left, paid, currency, isSurplus }) => ({
            value,
            label: copy.paymentOf(formatDate(moment), formatMoneyExact({ amount: left || paid, currency }), isSurplus),
          }))}
          onChange={(event) => {
            const next = payments.find(({ key: one }) => one === event.target.value)!;
            change(setChosen)(next);
            setCount(next.months || 1);
            setScope(scopesOf(next)[0]!);
          }}
        />
      )}
      <ScopeFields
        productName={order.productName}
        payment={payment}
        scope={scope}
        onScope={change(setScope)}
        count={count}
        onCount={change(setCount)}
        typed={typed}
        isAmountWrong={isAmountWrong}
        onTyped={change(setTyped)}
        money={isCurrent ? formatMoneyExact(shown!.money) : ''}
      />
      <ReasonFields
        reasons={reasons}
        reason={reason}
        onReason={change(setReason)}
        isStated={isStated}
        statedOn={statedOn}
        onStatedOn={change(setStatedOn)}
        asked={asked}
      />
      {hasDevices && (
        <div className={styles.choice}>
          <p>{copy.goods}</p>
          <Segmented
            label={copy.goods}
            segments={RETURNED_GOODS_DISPOSITIONS.map((one) => ({ key: one, label: copy.goodsOf[one] }))}
            selected={goods}
            onSelect={change(setGoods)}
          />
        </div>
      )}
      {goods !== 'none' && <ReturnedSerials serials={desk.serials} chosen={serials} onChange={change(setSerials)} />}
      <TextArea
        label={copy.note}
        value={note}
        rows={2}
        maxLength={NOTE_MAX}
        onChange={(event) => change(setNote)(event.target.value)}
      />
    </Dialog>
  );
}
