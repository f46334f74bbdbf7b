import type { PayTo } from '#domain/documents/data.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { onDeliveryMail as cash } from '#domain/orders/on-delivery-copy.ts';
import { transferMail as copy } from '#domain/orders/transfer/transfer-mail-copy.ts';
import { lineName } from '#domain/payments/copy.ts';
import { phoneOrderMail } from '#domain/payments/phone-order-copy.ts';
import { formatDate, formatDateInSentence } from '#domain/time.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';
import { Withdrawal, withdrawalForm } from './withdrawal/withdrawal-form.tsx';

/** Amounts minor units, days of the calendar. */
interface TransferRequest {
  number: number;
  proforma: string;
  amount: number;
  currency: string;
  validUntil: string;
  pay: Omit<PayTo, 'qr'>;
  link: string;
}

/** Of a consumer who ordered on the phone: what they were told before. `orderedAt`: ISO 8601. */
interface WithPhoneOrder {
  told?: { sentences: string[]; productName: string; orderedAt: string };
}

export interface TransferMails {
  'orders.proforma': TransferRequest & WithPhoneOrder;
  'orders.proforma-ending': TransferRequest;
  'orders.lapsed': { number: number; validUntil: string; link: string };
  /** By the buyer or by staff, before anything was paid. */
  'orders.called-off': { number: number; hadProforma: boolean; link: string | null };
  /** Of mails from before it was said, whatever was asked for had a pro-forma invoice. */
  'orders.by-card-now': { number: number; amount: number; currency: string; hadProforma?: boolean; link: string };
  'orders.on-delivery': {
    number: number;
    productName: string;
    amount: number;
    currency: string;
    phone: string;
    link: string;
  } & WithPhoneOrder;
  'orders.call-number': { number: number; phone: string; link: string };
  'orders.call-missed': { number: number; phone: string; until: string; link: string };
  'orders.part-paid': {
    number: number;
    came: number;
    amount: number;
    missing: number;
    currency: string;
    proforma: string;
    validUntil: string;
    link: string;
  };
  'orders.surplus-kept': { number: number; amount: number; currency: string; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends TransferMails {}
}

const slip = ({ pay, amount, currency, validUntil }: TransferRequest): [string, string][] => [
  [copy.rows.payee, pay.payee],
  [copy.rows.account, pay.account],
  [copy.rows.amount, formatMoneyExact({ amount, currency })],
  [copy.rows.reference, `97 ${pay.reference}`],
  [copy.rows.purpose, pay.purpose],
  [copy.rows.code, pay.code],
  [copy.rows.until, formatDateInSentence(validUntil)],
];

/** Nothing for whoever was told nothing. */
const PhoneOrderNotice = ({ told, config }: { told?: WithPhoneOrder['told'] | undefined } & MailContext) =>
  told && (
    <>
      <Paragraph>{phoneOrderMail.before}</Paragraph>
      {told.sentences.map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <Withdrawal {...config} />
    </>
  );

const formFor = (
  { number, told }: { number: number; told?: WithPhoneOrder['told'] | undefined },
  { company }: MailContext,
): Pick<MailMessage, 'attachments'> =>
  told
    ? {
        attachments: [
          withdrawalForm(company, {
            number: String(number),
            product: told.productName,
            date: formatDate(told.orderedAt),
          }),
        ],
      }
    : {};

export const transferEmails: {
  [K in keyof TransferMails]: (props: TransferMails[K], context: MailContext) => MailMessage;
} = {
  'orders.proforma': (asked, context) => {
    const [number, amount, until] = [
      String(asked.number),
      formatMoneyExact(asked),
      formatDateInSentence(asked.validUntil),
    ];
    return {
      reader: 'buyer',
      subject: copy.proforma.subject(asked.proforma, number),
      preview: copy.proforma.preview(amount, until),
      body: (
        <>
          <Paragraph>{copy.proforma.text(number, amount, until)}</Paragraph>
          <Facts rows={slip(asked)} />
          <Paragraph>{copy.proforma.after}</Paragraph>
          <Action href={asked.link}>{copy.proforma.button}</Action>
          <PhoneOrderNotice {...asked} {...context} />
        </>
      ),
      ...formFor(asked, context),
    };
  },

  'orders.proforma-ending': (asked) => ({
    reader: 'buyer',
    subject: copy.ending.subject(asked.proforma),
    preview: copy.ending.preview(formatDateInSentence(asked.validUntil)),
    body: (
      <>
        <Paragraph>{copy.ending.text(asked.proforma)}</Paragraph>
        <Facts rows={slip(asked)} />
        <Action href={asked.link}>{copy.ending.button}</Action>
      </>
    ),
  }),

  'orders.lapsed': ({ number, validUntil, link }) => ({
    reader: 'buyer',
    subject: copy.lapsed.subject(String(number)),
    preview: copy.lapsed.preview,
    body: (
      <>
        <Paragraph>{copy.lapsed.text(formatDateInSentence(validUntil))}</Paragraph>
        <Paragraph>{copy.lapsed.after}</Paragraph>
        <Action href={link}>{copy.lapsed.button}</Action>
      </>
    ),
  }),

  'orders.called-off': ({ number, hadProforma, link }) => ({
    reader: 'buyer',
    subject: copy.calledOff.subject(String(number)),
    preview: copy.calledOff.preview,
    body: (
      <>
        <Paragraph>
          {copy.calledOff.text(String(number))} {hadProforma && copy.calledOff.proforma}
        </Paragraph>
        {hadProforma && <Paragraph>{copy.calledOff.after}</Paragraph>}
        {link !== null && <Action href={link}>{copy.calledOff.button}</Action>}
      </>
    ),
  }),

  'orders.by-card-now': ({ number, link, hadProforma = true, ...money }) => ({
    reader: 'buyer',
    subject: copy.byCard.subject(String(number)),
    preview: copy.byCard.preview(formatMoneyExact(money)),
    body: (
      <>
        <Paragraph>
          {copy.byCard.text(String(number), formatMoneyExact(money))}{' '}
          {hadProforma ? copy.byCard.proforma : copy.byCard.courier}
        </Paragraph>
        <Action href={link}>{copy.byCard.button}</Action>
      </>
    ),
  }),

  'orders.on-delivery': ({ number, productName, phone, link, told, ...money }, context) => {
    const amount = formatMoneyExact(money);
    return {
      reader: 'buyer',
      subject: cash.placed.subject(String(number)),
      preview: cash.placed.preview(amount),
      body: (
        <>
          <Paragraph>{cash.placed.text(lineName({ kind: 'device', name: productName }), amount)}</Paragraph>
          {phone && <Paragraph>{cash.placed.call(phone)}</Paragraph>}
          <Action href={link}>{cash.placed.button}</Action>
          <PhoneOrderNotice told={told} {...context} />
        </>
      ),
      ...formFor({ number, told }, context),
    };
  },

  'orders.call-number': ({ number, phone, link }) => ({
    reader: 'buyer',
    subject: cash.badNumber.subject(String(number)),
    preview: cash.badNumber.preview,
    body: (
      <>
        <Paragraph>{cash.badNumber.text(String(number), phone)}</Paragraph>
        <Action href={link}>{cash.badNumber.button}</Action>
      </>
    ),
  }),

  'orders.call-missed': ({ number, phone, until, link }) => ({
    reader: 'buyer',
    subject: cash.missed.subject(String(number)),
    preview: cash.missed.preview(formatDateInSentence(until)),
    body: (
      <>
        <Paragraph>{cash.missed.text(String(number), phone)}</Paragraph>
        <Paragraph>{cash.missed.after(formatDateInSentence(until))}</Paragraph>
        <Action href={link}>{cash.missed.button}</Action>
      </>
    ),
  }),

  'orders.part-paid': ({ number, came, amount, missing, currency, validUntil, link }) => {
    const money = (minor: number) => formatMoneyExact({ amount: minor, currency });
    return {
      reader: 'buyer',
      subject: copy.part.subject(money(missing), String(number)),
      preview: copy.part.preview(formatDateInSentence(validUntil)),
      body: (
        <>
          <Paragraph>{copy.part.text(money(came), money(amount))}</Paragraph>
          <Action href={link}>{copy.part.button}</Action>
        </>
      ),
    };
  },

  'orders.surplus-kept': ({ number, link, ...money }) => {
    const amount = formatMoneyExact(money);
    return {
      reader: 'buyer',
      subject: copy.surplus.subject(amount, String(number)),
      preview: copy.surplus.preview,
      body: (
        <>
          <Paragraph>{copy.surplus.text(amount, String(number))}</Paragraph>
          <Paragraph>{copy.surplus.after}</Paragraph>
          <Action href={link}>{copy.surplus.button}</Action>
        </>
      ),
    };
  },
};
