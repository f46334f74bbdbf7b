import type { EventMails, MailReservation } from '#domain/events/mail.ts';
import { mailCopy as copy } from '#domain/events/mail-copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoneyExact, type Money } from '#domain/money.ts';
import { formatDate, formatDateInSentence } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';
import { PAYMENT_QR } from './tickets/attachments.ts';

export type Rows = [label: string, value: string][];

export const nameOf = ({ firstName, lastName }: MailReservation) => `${firstName} ${lastName}`;

interface Words {
  subject: string;
  preview: string;
  text: string;
}

/** What is asked for, and what had come of the price when it is less. */
interface AmountDue {
  rest: Money;
  came?: Money;
}

type Waiting = typeof copy.reserved | typeof copy.reminder | typeof copy.lapsing;

/** The price, or what is left of it once a part has come. */
export function paymentOf(mail: EventMails['events.reserved'], words: Waiting): MailMessage {
  const { number, event, amount, rest = amount, instructions } = mail;
  const came = { ...amount, amount: amount.amount - rest.amount };
  const isPart = came.amount > 0;
  return payment(
    mail,
    {
      subject: isPart ? copy.partCame.subject(formatMoneyExact(rest), number) : words.subject(number),
      preview: words.preview(formatMoneyExact(rest), formatDateInSentence(instructions.dueAt)),
      text: isPart
        ? copy.partCame.text(formatMoneyExact(came), formatMoneyExact(amount), formatMoneyExact(rest))
        : words.text(event),
    },
    isPart ? { rest, came } : { rest },
  );
}

export function payment(mail: EventMails['events.reserved'], words: Words, { rest, came }: AmountDue): MailMessage {
  const { number, event, instructions: pay } = mail;
  const amount = formatMoneyExact(rest);
  const { labels } = copy;
  const booked: Rows = [
    [labels.number, String(number)],
    [labels.package, packageOf(mail.packageId).name],
    [labels.name, nameOf(mail)],
    [labels.amount, formatMoneyExact(mail.amount)],
    ...(came
      ? ([
          [labels.came, formatMoneyExact(came)],
          [labels.rest, amount],
        ] satisfies Rows)
      : []),
  ];
  const slip: Rows = [
    [labels.payee, pay.payee],
    [labels.account, pay.account],
    ...(pay.iban ? ([[labels.iban, pay.iban]] satisfies Rows) : []),
    ...(pay.bic ? ([[labels.bic, pay.bic]] satisfies Rows) : []),
    [labels.city, pay.city],
    [labels.purpose, pay.purpose],
    ...(pay.paymentCode ? ([[labels.paymentCode, pay.paymentCode]] satisfies Rows) : []),
    ...(pay.model ? ([[labels.model, pay.model]] satisfies Rows) : []),
    [labels.reference, pay.reference],
    [labels.amount, amount],
    [labels.due, formatDate(pay.dueAt)],
  ];
  return {
    reader: 'guest',
    containsCredential: true,
    subject: words.subject,
    preview: words.preview,
    body: (
      <>
        <Paragraph>{words.text}</Paragraph>
        <Facts rows={booked} />
        <Paragraph>
          <strong>{copy.instructions}</strong>
        </Paragraph>
        <Facts rows={slip} />
        <Paragraph>{pay.qr.kind === 'ips' ? copy.qr.ips : copy.qr.epc(pay.iban ?? pay.account)}</Paragraph>
        <Paragraph>
          <img
            src={`cid:${PAYMENT_QR}`}
            alt={copy.qr.alt(amount)}
            width={232}
            height={232}
            style={{ display: 'block', border: '2px solid #0F1A24', backgroundColor: '#fff' }}
          />
        </Paragraph>
        <Paragraph>{copy.keepReference}</Paragraph>
        {pay.lapses && <Paragraph>{copy.lapses(formatDateInSentence(pay.dueAt))}</Paragraph>}
        <Paragraph>{copy.noRefund(event)}</Paragraph>
        <Action href={mail.link}>{copy.seeReservation}</Action>
      </>
    ),
  };
}
