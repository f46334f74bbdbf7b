import { mailCopy as copy } from '#domain/tasks/mail-copy.ts';
import type { TaskKind } from '#domain/tasks/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';

/** `at` is ISO 8601, `dueOn` a calendar day. */
interface Complaint {
  number: number;
  orderNumber: number;
  productName: string;
  at: string;
  text: string;
  dueOn: string;
  email: string;
  link: string;
}

export interface TaskMails {
  'tasks.complaint-received': Complaint;
  'tasks.complaint-came': Complaint;
  /** `record`: of what came back; mails queued before there was such a thing do not say. */
  'tasks.answered': { kind: TaskKind; orderNumber: number; answer: string; record?: string | null; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends TaskMails {}
}

export const taskEmails: { [K in keyof TaskMails]: (props: TaskMails[K]) => MailMessage } = {
  'tasks.complaint-received': (said) => ({
    reader: 'buyer',
    subject: copy.received.subject(String(said.number)),
    preview: copy.received.preview(said.dueOn),
    body: (
      <>
        <Paragraph>{copy.received.text(String(said.orderNumber))}</Paragraph>
        <Facts rows={factsOf(said)} />
        <Paragraph>{copy.received.after(said.dueOn)}</Paragraph>
        <Action href={said.link}>{copy.received.button}</Action>
      </>
    ),
  }),

  'tasks.complaint-came': (said) => ({
    reader: 'staff',
    subject: copy.came.subject(String(said.number), said.dueOn),
    preview: copy.came.preview,
    body: (
      <>
        <Paragraph>{copy.came.text}</Paragraph>
        <Facts rows={[...factsOf(said), [copy.came.email, said.email]]} />
        <Action href={said.link}>{copy.came.button}</Action>
      </>
    ),
  }),

  'tasks.answered': ({ kind, orderNumber, answer, record, link }) => ({
    reader: 'buyer',
    subject: copy.answered.subject(kind, String(orderNumber)),
    preview: copy.answered.preview,
    body: (
      <>
        <Paragraph>{copy.answered.text(kind, String(orderNumber))}</Paragraph>
        <Paragraph>{answer}</Paragraph>
        {record && <Paragraph>{copy.answered.record(record)}</Paragraph>}
        <Paragraph>{copy.answered.after}</Paragraph>
        <Action href={link}>{copy.answered.button}</Action>
      </>
    ),
  }),
};

const factsOf = ({ number, productName, at, text }: Complaint): [string, string][] => [
  [copy.received.number, String(number)],
  [copy.received.product, productName],
  [copy.received.when, formatDateTime(at)],
  [copy.received.what, text],
];
