import type { Day } from '#domain/day.ts';
import { returnMails as copy } from '#domain/returns/mail-copy.ts';
import type { ReturnOutcome, ReturnWay } from '#domain/returns/rules.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

interface About {
  number: number;
  serials: string[];
  link: string;
}
export interface ReturnMails {
  'returns.asked': About & { at: string; reason: string; way: ReturnWay; refundBy: Day };
  'returns.label': About & { label: string };
  /** `missing`: what was announced with them and has not come; mails queued before there was such a thing do not say. */
  'returns.received': About & { missing?: string[] };
  /** `record`: of what came back; mails queued before there was such a thing do not say. */
  'returns.decided': About & { outcome: ReturnOutcome; resolution: string; record?: string | null };
  'returns.called-off': About & { resolution: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends ReturnMails {}
}

const mail = (subject: string, preview: string, link: string, paragraphs: string[]): MailMessage => ({
  reader: 'buyer',
  subject,
  preview,
  body: (
    <>
      {paragraphs.filter(Boolean).map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      <Action href={link}>{copy.button}</Action>
    </>
  ),
});

export const returnEmails: { [K in keyof ReturnMails]: (props: ReturnMails[K]) => MailMessage } = {
  'returns.asked': ({ number, serials, link, at, reason, way, refundBy }) =>
    mail(copy.asked.subject(number), copy.asked.preview, link, [
      copy.asked.text(number, at),
      copy.asked.what(serials),
      reason && copy.asked.reason(reason),
      copy.asked.way[way],
      copy.asked.refund(refundBy),
    ]),

  'returns.label': ({ number, link, label }) =>
    mail(copy.label.subject(number), copy.label.preview(label), link, [copy.label.text(label)]),

  'returns.received': ({ number, serials, missing = [], link }) =>
    mail(copy.received.subject(number), copy.received.preview, link, [
      copy.received.text(serials),
      missing.length > 0 ? copy.received.missing(missing) : '',
    ]),

  'returns.decided': ({ number, serials, link, outcome, resolution, record }) =>
    mail(copy.decided.subject(number), copy.decided.preview[outcome], link, [
      copy.decided.text(serials),
      copy.decided.said(resolution),
      record ? copy.decided.record(record) : '',
      outcome === 'rejected' ? copy.decided.contact : '',
    ]),

  'returns.called-off': ({ number, serials, link, resolution }) =>
    mail(copy.calledOff.subject(number), copy.calledOff.preview, link, [
      copy.calledOff.text(serials, resolution),
      copy.calledOff.contact,
    ]),
};
