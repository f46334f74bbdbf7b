import { Fragment } from 'react';
import { dialog } from '#domain/events/copy.ts';
import type { Instructions } from '#domain/events/instructions.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './events.module.css';

/** As the browser receives it: dates are text. */
export type ShownInstructions = Omit<Instructions, 'dueAt'> & { dueAt: string | Date };

interface Row {
  label: string;
  shown: string;
  /** The value to copy, where banks' forms expect another notation than the one shown. */
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
    { label: rows.reference, shown: pay.reference },
  ];
}

/** The payment slip, each line with its own copy button. */
export function PaymentRows({ instructions, note }: { instructions: ShownInstructions; note?: string }) {
  const rows = rowsOf(instructions);
  const fixed = [
    [dialog.rows.paymentCode, instructions.paymentCode],
    [dialog.rows.model, instructions.model],
  ].filter((pair): pair is [string, string] => pair[1] !== null);
  const all = [...rows.map(({ label, shown }) => [label, shown]), ...fixed].map((pair) => pair.join(': ')).join('\n');
  return (
    <>
      <dl className={styles.bank}>
        {rows.map(({ label, shown, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{shown}</span>
              <CopyButton value={copied ?? shown} label={dialog.copy.button} what={label} />
            </dd>
          </div>
        ))}
        {fixed.length > 0 && (
          <div className={styles.fixed}>
            {fixed.map(([label, value]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </div>
        )}
      </dl>
      <div className={styles.afterBank}>
        <CopyButton value={all} label={dialog.copy.all} />
        {note && <p className="s">{note}</p>}
      </div>
    </>
  );
}
