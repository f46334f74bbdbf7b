import { useState } from 'react';
import { flushSync } from 'react-dom';
import { meanwhile as meanwhileCopy } from '#domain/merging-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { NOTE_MAX } from '#domain/refunds/rules.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { GoodsFields } from './goods-fields.tsx';
import { PaymentField } from './payment-field.tsx';
import { ReasonFields } from './reason-fields.tsx';
import styles from './refund.module.css';
import { RefundEffects } from './refund-effects.tsx';
import type { RefundDeskRow, RefundPreviewRow } from './refund-row.ts';
import { ScopeFields } from './scope-fields.tsx';
import { useRefundForm } from './use-refund-form.ts';
import { useRefundPreview } from './use-refund-preview.ts';

interface RefundDialogProps {
  order: OrderRow;
  desk: RefundDeskRow;
  /** The paid month that it was opened for. */
  period: string | null;
  onClose: () => void;
  reload: () => Promise<unknown>;
}

/**
 * Gives money of a payment back, to the card or to an account. What will happen stands beside it, from the server, before it is done. The
 * payment is replaced only by whoever holds it.
 */
export function RefundDialog({ order, desk, period, onClose, reload }: RefundDialogProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keys = useWriteKeys();
  const form = useRefundForm({ order: order.number, desk, period }, () => setProblem(null));
  const { payment, isFound, wanted } = form;
  const { shown, isCurrent, problem: previewProblem } = useRefundPreview(wanted, busy);

  async function send() {
    setAsked(true);
    if (form.isReasonMissing || !isCurrent || !wanted) return;
    const { money, version } = shown!;
    const id = keys.of(wanted.payment, ...form.values);
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
      aside={(isFound || busy) && <RefundEffects preview={shown} stale={!isCurrent} problem={previewProblem} />}
      footer={<Footer preview={shown} isCurrent={isCurrent} busy={busy} onSend={() => void send()} />}
    >
      {!isFound && !busy && <MeanwhileNotice meanwhile={{ text: meanwhileCopy.impossible }} />}
      <PaymentField offered={form.offered} payment={payment} onChoose={form.choosePayment} />
      <ScopeFields
        {...form.scopeFields}
        productName={order.productName}
        money={isCurrent ? formatMoneyExact(shown!.money) : ''}
      />
      <ReasonFields {...form.reasonFields} asked={asked} />
      <GoodsFields {...form.goodsFields} hasDevices={(payment?.devices ?? 0) > 0} sold={desk.serials} />
      <TextArea
        label={copy.note}
        value={form.note}
        rows={2}
        maxLength={NOTE_MAX}
        onChange={(event) => form.onNote(event.target.value)}
      />
    </Dialog>
  );
}

interface FooterProps {
  preview: RefundPreviewRow | undefined;
  /** Whether the preview is of what is wanted now. */
  isCurrent: boolean;
  busy: boolean;
  onSend: () => void;
}

/** The button, which says what goes back, and whether a second person is needed. */
function Footer({ preview, isCurrent, busy, onSend }: FooterProps) {
  return (
    <>
      <p className={`s muted ${styles.limit}`}>
        {preview?.isOwn ? copy.own : preview?.isSecondNeeded ? copy.over(formatMoneyExact(preview.money)) : copy.limit}
      </p>
      <div className={styles.buttons}>
        <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
        <Button loading={busy} disabled={!isCurrent} onClick={onSend}>
          {busy || !preview ? copy.open : preview.isSecondNeeded ? copy.ask : copy.go(formatMoneyExact(preview.money))}
        </Button>
      </div>
    </>
  );
}
