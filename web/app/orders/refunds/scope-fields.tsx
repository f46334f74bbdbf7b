import { packageTitle } from '#domain/advertising/package-title.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import type { RefundScope } from '#domain/refunds/rules.ts';
import { TextField } from '../../ui/form/field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { CountLine } from './count-line.tsx';
import styles from './refund.module.css';
import { type RefundablePayment, scopesOf } from './refund-scopes.ts';

interface Props {
  productName: string;
  payment: RefundablePayment | undefined;
  scope: RefundScope;
  onScope: (scope: RefundScope) => void;
  /** Of devices or months. */
  count: number;
  onCount: (count: number) => void;
  /** The amount, as it is typed. */
  typed: string;
  isAmountWrong: boolean;
  onTyped: (typed: string) => void;
  /** What that comes to, once the server has said it; empty before. */
  money: string;
}

/** What of a payment goes back: all of it, an amount, devices, months, or what the terms say. */
export function ScopeFields(props: Props) {
  const { productName, payment, scope, onScope, count, onCount, typed, isAmountWrong, onTyped, money } = props;
  const scopes = scopesOf(payment);
  const months = payment?.months ?? 0;
  return (
    <>
      {scopes.length > 1 && (
        <div className={styles.choice}>
          <Segmented
            label={copy.scope}
            segments={scopes.map((one) => ({ key: one, label: copy.scopes[one] }))}
            selected={scope}
            onSelect={onScope}
          />
        </div>
      )}
      {scope === 'devices' && (
        <CountLine
          of="devices"
          name={productName}
          count={count}
          most={payment?.devices ?? 1}
          amount={money}
          onChange={onCount}
        />
      )}
      {scope === 'months' && (
        <>
          <CountLine
            of="months"
            name={packageTitle(productName)}
            count={Math.min(count, months)}
            most={months}
            amount={money}
            onChange={onCount}
          />
          <p className="s muted">{copy.monthsHint}</p>
        </>
      )}
      {scope === 'terms' && <p className="s muted">{copy.termsHint}</p>}
      {scope === 'amount' && (
        <TextField
          label={copy.amount(payment?.currency ?? 'EUR')}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          {...(typed !== '' && isAmountWrong ? { error: copy.amountWrong } : {})}
          {...(payment
            ? { hint: copy.amountHint(formatMoneyExact({ amount: payment.left, currency: payment.currency })) }
            : {})}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </>
  );
}
