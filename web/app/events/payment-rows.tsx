import { Fragment, type ReactNode } from 'react';
import { paymentLines, readOnlyPaymentLines, type ShownInstructions } from '#domain/events/payment/payment-lines.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './events.module.css';

/** The payment slip, each line with its own copy button. */
export function PaymentRows({ instructions, children }: { instructions: ShownInstructions; children?: ReactNode }) {
  const fixed = readOnlyPaymentLines(instructions);
  return (
    <>
      <dl className={styles.bank}>
        {paymentLines(instructions).map(({ label, shown, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{shown}</span>
              <CopyButton value={copied} label={dialog.copy.button} what={label} />
            </dd>
          </div>
        ))}
        {fixed.length > 0 && (
          <div className={styles.fixed}>
            {fixed.map(({ label, shown }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{shown}</dd>
              </Fragment>
            ))}
          </div>
        )}
      </dl>
      {children}
    </>
  );
}
