import { countries } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { mailCopy as copy } from '#domain/orders/mail-copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import type { Letter, MailContext } from '../platform/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail-layout.tsx';

/** A settled payment. `delivery` is the buyer's form, or the company's, as it was when the order was placed. */
interface Sale {
  orderId: string;
  number: number;
  productName: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: string;
  /** ISO 8601. */
  paidAt: string;
  delivery: Delivery | null;
  link: string;
}

export interface OrderMails {
  /** For devices: what is delivered can be sent back within 14 days, so the withdrawal form comes along. */
  'orders.paid': Sale;
  /** To the admin; `email` is the buyer's. */
  'orders.new-sale': Sale & { email: string };
}

declare module '../platform/mail.ts' {
  interface MailProps extends OrderMails {}
}

export const orderEmails: { [K in keyof OrderMails]: (props: OrderMails[K], context: MailContext) => Letter } = {
  'orders.paid': (order, { company }) => {
    const number = String(order.number);
    const form = copy.withdrawalForm(
      { name: company.legalName, address: company.address, email: company.email, phone: company.phone },
      { number, product: order.productName, date: formatDate(order.paidAt) },
    );
    const address = addressOf(order.delivery);
    const phone = order.delivery?.phone;
    return {
      subject: copy.paid.subject(number),
      preview: copy.paid.preview,
      body: (
        <>
          <Paragraph>{copy.paid.text(number)}</Paragraph>
          <Facts
            rows={[
              [copy.paid.product, order.productName],
              [copy.paid.amount, formatMoneyExact(order)],
              [copy.paid.date, formatDateTime(order.paidAt)],
              ...present(copy.paid.address, address),
            ]}
          />
          <Paragraph>{phone ? copy.paid.included(phone) : copy.paid.includedOnly}</Paragraph>
          <Action href={order.link}>{copy.paid.button}</Action>
          <Paragraph>{copy.paid.withdrawal}</Paragraph>
        </>
      ),
      attachments: [{ name: copy.paid.formFile, contentType: 'text/plain; charset=utf-8', content: form }],
    };
  },

  'orders.new-sale': (order) => ({
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
            ...present(copy.newSale.buyer, buyerOf(order.delivery)),
            [copy.newSale.email, order.email],
            ...present(copy.paid.address, addressOf(order.delivery)),
            [copy.paid.date, formatDateTime(order.paidAt)],
          ]}
        />
        <Action href={order.link}>{copy.newSale.button}</Action>
      </>
    ),
  }),
};

const present = (label: string, value: string): [string, string][] => (value ? [[label, value]] : []);
const joined = (parts: (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by);

/** A person, or a company with whom to ask for. */
function buyerOf(delivery: Delivery | null): string {
  if (!delivery) return '';
  const person = joined([delivery.firstName, delivery.lastName], ' ') || delivery.company_contact;
  return joined([delivery.companyName || delivery.company_name, person], ', ');
}

function addressOf(delivery: Delivery | null): string {
  if (!delivery) return '';
  const { country } = delivery;
  return joined(
    [
      joined([delivery.address || delivery.company_address, delivery.addressNumber], ' '),
      joined([delivery.postalCode || delivery.company_postal_code, delivery.city || delivery.company_city], ' '),
      country && (countries[country as keyof typeof countries] ?? country),
    ],
    ', ',
  );
}
