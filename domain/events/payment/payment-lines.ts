import { formatMoneyExact } from '../../money.ts';
import { dialog } from '../reservation-copy.ts';
import type { Instructions } from './instructions.ts';

/** As the browser receives it: dates are text. */
export type ShownInstructions = Omit<Instructions, 'dueAt'> & { dueAt: string | Date };

export interface PaymentLine {
  label: string;
  shown: string;
  /** What is copied, where banks' forms expect another notation than the one shown. */
  copied: string;
}

const { rows } = dialog;
const line = (label: string, shown: string | null, copied = shown): PaymentLine[] =>
  shown === null ? [] : [{ label, shown, copied: copied ?? shown }];

const accountOf = (pay: ShownInstructions): PaymentLine[] =>
  pay.iban ? line(rows.iban, pay.iban, pay.iban.replaceAll(' ', '')) : line(rows.account, pay.account);

/** `16005,00`: forms of banks take no grouping and no sign. */
const amountOf = ({ amount }: ShownInstructions): PaymentLine[] =>
  line(rows.amount, formatMoneyExact(amount), formatMoneyExact(amount).replace(/[^\d,]/g, ''));

/** The lines that have a button of their own, as they stand under one another. */
export const paymentLines = (pay: ShownInstructions): PaymentLine[] => [
  ...line(rows.payee, pay.payee),
  ...accountOf(pay),
  ...line(rows.bic, pay.bic),
  ...line(rows.city[pay.country], pay.city),
  ...amountOf(pay),
  ...line(rows.purpose, pay.purpose),
  ...line(rows.reference, pay.reference),
];

/** The same for everybody who pays from that country: read, not copied. */
export const readOnlyPaymentLines = (pay: ShownInstructions): PaymentLine[] => [
  ...line(rows.paymentCode, pay.paymentCode),
  ...line(rows.model, pay.model),
];

/** All of it as one text, in the order in which a bank's form asks. */
export const paymentText = (pay: ShownInstructions): string =>
  [
    ...line(rows.payee, pay.payee),
    ...accountOf(pay),
    ...line(rows.bic, pay.bic),
    ...line(rows.city[pay.country], pay.city),
    ...line(rows.model, pay.model),
    ...line(rows.reference, pay.reference),
    ...amountOf(pay),
    ...line(rows.purpose, pay.purpose),
    ...line(rows.paymentCode, pay.paymentCode),
  ]
    .map(({ label, shown }) => `${label}: ${shown}`)
    .join('\n');
