import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { MAIL_STATES } from './mail-states.ts';

/**
 * What the back office knows about the whole: who did what, every mail, and the day at a glance. The audit log can be read
 * and never written; a mail that opens a door is shown to nobody but its reader.
 */
const Page = z.string().trim().max(100).optional();
const Day = z.iso.date().optional();
const tag = { tags: ['admin'] };

export const AuditEntry = z.object({
  id: z.int(),
  at: z.date(),
  /** The acting person's id, or `system`, `stripe`, `visitor`. */
  actor: z.string(),
  actorEmail: z.string().nullable(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** An address or a number, while the subject is there. */
  subjectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const MailRow = z.object({
  id: Id,
  number: z.int(),
  to: z.string(),
  template: z.string(),
  subject: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

export const adminContract = {
  audit: oc
    .route({ method: 'GET', path: '/admin/audit', ...tag })
    .input(
      z.object({
        /** The beginning of an address, an id, or `system`, `stripe`, `visitor`. */
        actor: Page,
        /** An action, or a domain's name for all of its actions. */
        action: Page,
        /** An id, a whole address, or the number of an order, reservation or device. */
        subject: Page,
        /** Days in Belgrade, both included. */
        from: Day,
        to: Day,
        /** The last entry already shown. */
        after: z.coerce.number().int().optional(),
      }),
    )
    .output(z.object({ rows: z.array(AuditEntry), next: z.int().nullable() })),

  mails: {
    list: oc
      .route({ method: 'GET', path: '/admin/mails', ...tag })
      .input(
        z.object({
          /** Part of an address or subject. */
          search: Page,
          state: z.enum(MAIL_STATES).optional(),
          /** The number of the last mail already shown. */
          after: z.coerce.number().int().optional(),
        }),
      )
      .output(
        z.object({
          rows: z.array(MailRow),
          next: z.int().nullable(),
          waiting: z.int(),
          failed: z.int(),
        }),
      ),
    /** `html` and `text` are `null` for mails that open a door, and for those of erased people. */
    preview: oc
      .route({ method: 'GET', path: '/admin/mails/{id}', ...tag })
      .input(z.object({ id: Id }))
      .output(MailRow.extend({ html: z.string().nullable(), text: z.string().nullable(), opensDoor: z.boolean() }))
      .errors(refusals({ MAIL_GONE: { status: 404 } })),
    /** Puts a mail that was given up, or waits for its next try, in front of the queue. */
    retry: oc
      .route({ method: 'POST', path: '/admin/mails/{id}/retry', ...tag })
      .input(z.object({ id: Id }))
      .output(MailRow)
      .errors(refusals({ MAIL_GONE: { status: 404 }, MAIL_SENT: {}, MAIL_EMPTY: {} })),
  },
};
