import type { Delivery } from '#domain/delivery.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { changedDeliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { addressOf } from '#domain/orders/delivery/delivery.ts';
import { mailCopy as copy } from '#domain/orders/mail-copy.ts';
import { withdrawalMail as withdrawal } from '#domain/orders/own/withdrawal-copy.ts';
import { deliveryBy } from '#domain/orders/rules.ts';
import { vatIn } from '#domain/prices.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import type { MailContext, MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';
import { Withdrawal, withdrawalForm } from './withdrawal/withdrawal-form.tsx';

interface PaidOrder {
  number: number;
  productName: string;
  amount: number;
  currency: string;
  /** ISO 8601. */
  paidAt: string;
  /** The buyer form as it was sent. */
  delivery: Delivery | null;
  link: string;
  /** Of a transfer: the advance invoice that travels with it. */
  advanceNumber?: string;
}

export interface OrderMails {
  /** Of a device: only what is delivered can be sent back within 14 days. */
  'orders.paid': PaidOrder;
  'orders.new-sale': PaidOrder & { email: string };
  /** Before it was packed, by the buyer or by staff. */
  'orders.delivery-changed': { number: number; delivery: Delivery; link: string };
  /** The account was closed or blocked when the payment came; or, with `isCollected`, a courier collects for the order. */
  'orders.returned': { number: number; amount: number; currency: string; isCollected?: boolean };
  'orders.withdrawn': Withdrawn;
  'orders.withdrawal-came': Withdrawn;
}

/** Moments are ISO 8601, days calendar days. */
interface Withdrawn {
  number: number;
  productName: string;
  amount: number;
  currency: string;
  orderedAt: string;
  statedAt: string;
  receivedOn: string | null;
  /** A part of the order has come, and the statement is about what has not. */
  isOfRest?: boolean;
  /** Of a return its devices; what goes back for them is decided later. */
  serials?: string[];
  reason: string;
  email: string;
  delivery: Delivery | null;
  refundBy: string;
  link: string;
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends OrderMails {}
}

export const orderEmails: { [K in keyof OrderMails]: (props: OrderMails[K], context: MailContext) => MailMessage } = {
  'orders.paid': (order, { company, config }) => {
    const number = String(order.number);
    const to = order.delivery ?? {};
    return {
      reader: 'buyer',
      subject: order.advanceNumber ? copy.came.subject(number) : copy.paid.subject(number),
      preview: copy.paid.preview,
      body: (
        <>
          <Paragraph>
            {order.advanceNumber
              ? copy.came.text(formatMoneyExact(order), order.advanceNumber)
              : copy.paid.text(number)}
          </Paragraph>
          <Facts
            rows={[
              [copy.paid.product, order.productName],
              [copy.paid.amount, formatMoneyExact(order)],
              ...vatRow(order),
              [copy.paid.date, formatDateTime(order.paidAt)],
              [copy.paid.address, addressOf(to)],
              [copy.paid.delivery, copy.paid.deliveredBy(deliveryBy(order.paidAt))],
            ]}
          />
          <Paragraph>{copy.paid.included(to.phone ?? '')}</Paragraph>
          <Action href={order.link}>{copy.paid.button}</Action>
          <Withdrawal {...config} />
        </>
      ),
      attachments: [withdrawalForm(company, { number, product: order.productName, date: formatDate(order.paidAt) })],
    };
  },

  'orders.returned': (payment) => {
    const [number, amount] = [String(payment.number), formatMoneyExact(payment)];
    const { text, collectedText } = copy.returned;
    return {
      reader: 'buyer',
      subject: copy.returned.subject(number),
      preview: copy.returned.preview(amount),
      body: (
        <>
          <Paragraph>{(payment.isCollected ? collectedText : text)(number, amount)}</Paragraph>
          <Paragraph>{copy.returned.when}</Paragraph>
        </>
      ),
    };
  },

  'orders.delivery-changed': ({ number, delivery, link }) => {
    const words = copy.deliveryChanged;
    const to = receiverOf(delivery);
    return {
      reader: 'buyer',
      subject: words.subject(String(number)),
      preview: words.preview,
      body: (
        <>
          <Paragraph>{words.text(String(number))}</Paragraph>
          <Facts
            rows={[
              [words.recipient, to.name],
              [copy.paid.address, to.address.join(', ')],
              [words.phone, to.phone],
              ...(to.note ? [[changedDeliveryCopy.note, to.note] satisfies [string, string]] : []),
            ]}
          />
          <Paragraph>{words.after}</Paragraph>
          <Action href={link}>{words.button}</Action>
        </>
      ),
    };
  },

  'orders.new-sale': (order) => ({
    reader: 'staff',
    subject: copy.newSale.subject(String(order.number), formatMoneyExact(order)),
    preview: copy.newSale.preview,
    body: (
      <>
        <Paragraph>{copy.newSale.text}</Paragraph>
        <Facts
          rows={[
            [copy.newSale.number, String(order.number)],
            [copy.paid.product, order.productName],
            [copy.paid.amount, formatMoneyExact(order)],
            [copy.newSale.buyer, buyerOf(order)],
            [copy.newSale.email, order.email],
            [copy.paid.date, formatDateTime(order.paidAt)],
          ]}
        />
        <Action href={order.link}>{copy.newSale.button}</Action>
      </>
    ),
  }),

  'orders.withdrawn': (stated, { company }) => {
    const said = STATEMENT_WORDS[goodsOf(stated)];
    return {
      reader: 'buyer',
      subject: withdrawal.subject(String(stated.number)),
      preview: withdrawal.preview(stated.refundBy),
      body: (
        <>
          <Paragraph>{withdrawal.text(stated.statedAt)}</Paragraph>
          <Facts rows={statement(stated)} />
          <Paragraph>{said.goods(stated, `${company.legalName}, ${company.address}`)}</Paragraph>
          <Paragraph>{said.refund(stated.refundBy)}</Paragraph>
          <Action href={stated.link}>{withdrawal.button}</Action>
        </>
      ),
    };
  },

  'orders.withdrawal-came': (stated) => ({
    reader: 'staff',
    subject: withdrawal.came.subject(String(stated.number), stated.refundBy),
    preview: withdrawal.came.preview,
    body: (
      <>
        <Paragraph>
          {stated.serials
            ? withdrawal.came.textOfReturn(stated.serials, stated.refundBy)
            : stated.isOfRest
              ? withdrawal.came.textOfRest(stated.refundBy)
              : withdrawal.came.text(formatMoneyExact(stated), stated.refundBy)}
        </Paragraph>
        <Facts rows={[...statement(stated), [withdrawal.email, stated.email]]} />
        <Action href={stated.link}>{stated.serials ? withdrawal.came.buttonOfReturn : withdrawal.came.button}</Action>
        {!stated.serials && (
          <Paragraph>{stated.isOfRest ? withdrawal.came.afterRest : withdrawal.came.after}</Paragraph>
        )}
      </>
    ),
  }),
};

const vatRow = ({ amount, currency }: { amount: number; currency: string }): [string, string][] => {
  const vat = vatIn(amount);
  return vat === null ? [] : [[copy.paid.vat, formatMoneyExact({ amount: vat, currency })]];
};

/** Whether a statement is about what came, about an order of which nothing came, or about what is still to come of one. */
const goodsOf = ({ isOfRest, receivedOn }: Withdrawn) => (isOfRest ? 'rest' : receivedOn === null ? 'unsent' : 'came');

const STATEMENT_WORDS = {
  came: {
    received: ({ receivedOn }: Withdrawn) => formatDate(receivedOn!),
    goods: ({ refundBy }: Withdrawn, address: string) => withdrawal.sendBack(refundBy, address),
    refund: withdrawal.refund,
  },
  unsent: {
    received: () => withdrawal.notReceived,
    goods: () => withdrawal.refuse,
    refund: withdrawal.refundOfUnsent,
  },
  rest: {
    received: () => withdrawal.restNotReceived,
    goods: () => withdrawal.refuseRest,
    refund: withdrawal.refundOfRest,
  },
};

/** What the prescribed form asks for. */
function statement(stated: Withdrawn): [string, string][] {
  const to = stated.delivery ?? {};
  const name = [to.firstName, to.lastName].filter(Boolean).join(' ');
  const rows: [string, string][] = [
    [withdrawal.number, String(stated.number)],
    [withdrawal.product, stated.productName],
    [withdrawal.amount, stated.serials ? '' : formatMoneyExact(stated)],
    [withdrawal.orderedAt, formatDate(stated.orderedAt)],
    [withdrawal.receivedOn, STATEMENT_WORDS[goodsOf(stated)].received(stated)],
    [withdrawal.reason, stated.reason],
    [withdrawal.buyer, to.companyName ? `${name}, ${to.companyName}` : name],
    [withdrawal.address, stated.delivery ? addressOf(stated.delivery) : ''],
  ];
  return rows.filter(([, value]) => value !== '');
}

const buyerOf = ({ delivery, email }: { delivery: Delivery | null; email: string }): string =>
  delivery?.company_name || [delivery?.firstName, delivery?.lastName].filter(Boolean).join(' ') || email;
