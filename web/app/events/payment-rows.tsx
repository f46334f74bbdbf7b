import { dialog } from '#domain/events/copy.ts';
import type { Instructions } from '#domain/events/instructions.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './events.module.css';

/** As the browser has it: dates are text. */
export type ShownInstructions = Omit<Instructions, 'dueAt'> & { dueAt: string | Date };

interface Row {
  label: string;
  shown: string;
  /** What is copied, when a bank's form wants it written differently. */
  copied?: string;
}

function rowsOf(pay: ShownInstructions): Row[] {
  const { rows } = dialog;
  const optional = (label: string, value: string | null, copied?: string): Row[] =>
    value === null ? [] : [{ label, shown: value, ...(copied ? { copied } : {}) }];
  return [
    { label: rows.payee, shown: pay.payee },
    ...(pay.iban
      ? optional(rows.iban, pay.iban, pay.iban.replaceAll(' ', ''))
      : [{ label: rows.account, shown: pay.account }]),
    ...optional(rows.bic, pay.bic),
    { label: rows.city[pay.country], shown: pay.city },
    {
      label: rows.amount,
      shown: formatMoneyExact(pay.amount),
      copied: formatMoneyExact(pay.amount).replace(/[^\d,]/g, ''),
    },
    { label: rows.purpose, shown: pay.purpose },
    ...optional(rows.paymentCode, pay.paymentCode),
    ...optional(rows.model, pay.model),
    { label: rows.reference, shown: pay.reference },
  ];
}

/** The payment slip, each line with its own copy button. */
export function PaymentRows({ instructions }: { instructions: ShownInstructions }) {
  const rows = rowsOf(instructions);
  const all = rows.map(({ label, shown }) => `${label}: ${shown}`).join('\n');
  return (
    <>
      <dl className={styles.bank}>
        {rows.map(({ label, shown, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
            <CopyButton value={copied ?? shown} label={dialog.copy.button} what={label} />
          </div>
        ))}
      </dl>
      <div className={styles.afterBank}>
        <CopyButton value={all} label={dialog.copy.all} />
        <p className="s muted">
          {dialog.rows.dueAt}: {formatDate(instructions.dueAt)} {dialog.payment.dueHint}
        </p>
      </div>
    </>
  );
}
