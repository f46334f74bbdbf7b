import { countries } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { mailCopy as copy } from '#domain/orders/mail-copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import type { Letter, MailContext } from '../platform/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail-layout.tsx';

interface PaidOrder {
  number: number;
  productName: string;
  amount: number;
  currency: string;
  /** ISO 8601. */
  paidAt: string;
}

export interface OrderMails {
  'orders.paid': PaidOrder & {
    address: string;
    addressNumber: string;
    postalCode: string;
    city: string;
    country: string;
    phone: string;
    /** Only what is delivered can be sent back within 14 days. */
    isDevice: boolean;
  };
  'orders.new-sale': PaidOrder & { buyer: string; email: string };
}

declare module '../platform/mail.ts' {
  interface MailProps extends OrderMails {}
}

export const orderEmails: { [K in keyof OrderMails]: (props: OrderMails[K], context: MailContext) => Letter } = {
  'orders.paid': (order, { company, config }) => {
    const number = String(order.number);
    const country = countries[order.country as keyof typeof countries] ?? order.country;
    const rows: [string, string][] = [
      [copy.paid.product, order.productName],
      [copy.paid.amount, formatMoneyExact(order)],
      [copy.paid.date, formatDateTime(order.paidAt)],
    ];
    if (order.address)
      rows.push([
        copy.paid.address,
        `${order.address} ${order.addressNumber}, ${order.postalCode} ${order.city}, ${country}`,
      ]);
    const form = copy.withdrawalForm(
      { name: company.legalName, address: company.address, email: company.email, phone: company.phone },
      { number, product: order.productName, date: formatDate(order.paidAt) },
    );
    return {
      subject: copy.paid.subject(number),
      preview: copy.paid.preview,
      body: (
        <>
          <Paragraph>{copy.paid.text(number)}</Paragraph>
          <Facts rows={rows} />
          {order.isDevice && <Paragraph>{copy.paid.included(order.phone)}</Paragraph>}
          <Action href={`${config.publicUrl}/account`}>{copy.paid.button}</Action>
          {order.isDevice && <Paragraph>{copy.paid.withdrawal}</Paragraph>}
        </>
      ),
      attachments: order.isDevice
        ? [{ name: copy.paid.formFile, contentType: 'text/plain; charset=utf-8', content: form }]
        : [],
    };
  },

  'orders.new-sale': (order, { config }) => ({
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
            [copy.newSale.buyer, order.buyer],
            [copy.newSale.email, order.email],
            [copy.paid.date, formatDateTime(order.paidAt)],
          ]}
        />
        <Action href={`${config.publicUrl}/admin/sales`}>{copy.newSale.button}</Action>
      </>
    ),
  }),
};
