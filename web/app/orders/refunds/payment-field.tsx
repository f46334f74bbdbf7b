import { formatMoneyExact } from '#domain/money.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { formatDate } from '#domain/time.ts';
import { SelectField } from '../../ui/form/field.tsx';
import type { RefundablePayment } from './refund-scopes.ts';

interface Props {
  offered: readonly RefundablePayment[];
  payment: RefundablePayment | undefined;
  onChoose: (key: string) => void;
}

/** Which payment goes back; nothing is asked while there is only one. */
export function PaymentField({ offered, payment, onChoose }: Props) {
  if (offered.length <= 1) return null;
  return (
    <SelectField
      label={copy.payment}
      value={payment?.key ?? ''}
      options={offered.map(({ key: value, moment, left, paid, currency, isSurplus, way }) => ({
        value,
        label: copy.paymentOf(formatDate(moment), formatMoneyExact({ amount: left || paid, currency }), isSurplus, way),
      }))}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}
