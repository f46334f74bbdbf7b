import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { ownOrderCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import type { OrderKind } from '#domain/orders/shapes.ts';
import type { AskedTransfer } from '#domain/orders/transfer/asked-transfer.ts';
import { formatDate } from '#domain/time.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/media/qr-code.tsx';
import styles from './order.module.css';

export type TransferToPay = AskedTransfer;

interface Row {
  label: string;
  shown: string;
  /** Where banks' forms expect another notation; `null`: nobody types it. */
  copied?: string | null;
}

interface TransferSlipProps {
  asked: TransferToPay;
  /** `null` while it is not known what follows. */
  kind: OrderKind | null;
  /** Too few devices are free. */
  isShort?: boolean;
}

/** What a bank asks for, each with a button of its own, the same as a QR code, and what follows. */
export function TransferSlip({ asked, kind, isShort = false }: TransferSlipProps) {
  const { pay, validUntil } = asked;
  const amount = { amount: pay.amount, currency: 'RSD' };
  const until = formatDate(validUntil);
  const rows: Row[] = [
    { label: copy.rows.payee, shown: pay.payee },
    { label: copy.rows.account, shown: pay.account },
    {
      label: copy.rows.amount,
      shown: formatMoneyExact(amount),
      copied: formatMoneyExact(amount).replace(/[^\d,]/g, ''),
    },
    { label: copy.rows.model, shown: '97', copied: null },
    { label: copy.rows.reference, shown: pay.reference },
    { label: copy.rows.purpose, shown: pay.purpose },
    { label: copy.rows.code, shown: pay.code, copied: null },
  ];
  return (
    <>
      <section className={styles.slip} aria-labelledby="slip">
        <header>
          <p className="osd">{copy.proforma(asked.number)}</p>
          <h2 id="slip" className="d h3">
            {copy.waiting(until)}
          </h2>
        </header>
        <dl className={styles.rows}>
          {rows.map(({ label, shown, copied = shown }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{shown}</span>
                {copied !== null && <CopyButton value={copied} label={copy.copy} what={label} />}
              </dd>
            </div>
          ))}
        </dl>
        <div className={styles.qr}>
          <h3 className="osd">{copy.qr}</h3>
          <QrCode className={styles.code} text={pay.qr} label={copy.qrAlt(formatMoney(amount))} />
          <p className="s">{copy.qrHint}</p>
          {!asked.isReady && <p className="s muted">{copy.making}</p>}
        </div>
      </section>
      {kind && (
        <section className={styles.next}>
          <h2 className="d h4">{copy.next}</h2>
          <ol>
            {stepsOf(kind, until, isShort).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function stepsOf(kind: OrderKind, until: string, isShort: boolean): string[] {
  const steps = copy.steps[kind](until);
  return isShort ? [...steps.slice(0, -1), copy.inTurn] : steps;
}
