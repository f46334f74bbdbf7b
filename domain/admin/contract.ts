import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { MAIL_STATES } from '../mail-states.ts';
import { Count, Currency, Cursor, Day, Direction, Id } from '../shapes.ts';
import { FindInput, Found } from './find.ts';
import { Today } from './today.ts';

/**
 * What the back office knows about the whole: who did what, every mail, and the day at a glance. The audit log can be read
 * and never written; a mail that contains a credential is shown to nobody but its reader.
 */
const Page = z.string().trim().max(100).optional();
const tag = { tags: ['admin'] };

/** What an id in the log stands for: a name, and what the page that shows it finds it by. */
export const AuditName = z.object({ kind: z.string(), name: z.string(), lookup: z.string() });
export type AuditName = z.infer<typeof AuditName>;

export const AuditEntry = z.object({
  id: z.int(),
  at: z.date(),
  /** The acting person's id, or `system`, `visitor` or another of `AUDIT_ACTORS`. */
  actor: z.string(),
  actorEmail: z.string().nullable(),
  /** The key of a program that did it with that person's duties. */
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** An address or a number, while the subject is there. */
  subjectName: z.string().nullable(),
  /** By id: the subject and everything else the entry names, as long as it is there. */
  names: z.record(z.string(), AuditName),
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
  /** It was written to an account that is still here. */
  toAccount: z.boolean(),
  template: z.string(),
  subject: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  /** Not before then; `null`: at once. */
  nextAttemptAt: z.date().nullable(),
  /** Afterwards it makes no sense any more and is not sent: its code or link has ended, or 48 hours are over. */
  sendableUntil: z.date(),
  /** `retry` takes it: it was not sent, its content is there, and its code or link has not ended. */
  isRetryable: z.boolean(),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

/** Numbers of the last days, oldest first, today last. */
const Bars = z.array(z.int());
const Amount = z.object({ count: z.int(), amount: z.int() });

/** Only for whoever may open the list that it sums up. */
const Shown = <T extends z.ZodRawShape>(shape: T) => z.object(shape).nullable();

export const Overview = z.object({
  packages: Shown({
    total: Count,
    today: z.int(),
    /** Its amount without what went back. */
    latest: z.object({ packageName: z.string(), amount: z.int(), currency: Currency }).nullable(),
    bars: Bars,
  }),
  sales: Shown({
    total: Count,
    pending: Count,
    today: z.int(),
    /** Payments that somebody has to look at. */
    problems: z.int(),
    bars: Bars,
  }),
  people: Shown({ total: Count, companies: Count, installers: Count, bars: Bars }),
  requests: Shown({ total: Count, oldest: z.date().nullable() }),
  event: Shown({ total: Count, unpaid: Count, bars: Bars }),
  /** On the day of the event that is nearest. */
  doors: Shown({ admitted: z.int(), issued: z.int() }),
  network: Shown({ total: Count, outside: Count, levels: z.int(), bars: Bars }),
  vouchers: Shown({ total: Count, unused: Count }),
  mail: Shown({ waiting: Count, failed: Count }),
  /** Lines of statements that nobody has decided about, and the oldest statement that has some. */
  bank: Shown({ open: Count, oldest: z.object({ number: z.string(), day: z.date() }).nullable() }),
  /** Devices in stock. */
  stock: Shown({ left: Count }),
  /** What whoever keeps the server must see to. */
  upkeep: z.object({
    lastBackupAt: z.date().nullable(),
    /** The last one, or without one the shop's first day, is longer ago than `backupLateHours` (`domain/system/limits.ts`). */
    isBackupLate: z.boolean(),
    /** Of when the backup is that the shop was restored from, while it is held. */
    heldSince: z.date().nullable(),
    /** Nobody does what is done after an answer, or sends mails. */
    jobsWait: z.boolean(),
    /** How much of the backup that is being made is written, in bytes. */
    backup: z.object({ done: z.number(), total: z.number() }).nullable(),
  }),
});
export type Overview = z.infer<typeof Overview>;

/** What was paid in a day or a month of Belgrade; `start` is its first day. Event money comes in two currencies. */
export const SalesPeriod = z.object({
  start: Day,
  devices: Amount,
  packages: Amount,
  event: z.object({ count: z.int(), rsd: z.int(), eur: z.int() }),
});
export type SalesPeriod = z.infer<typeof SalesPeriod>;

export const adminContract = {
  overview: oc.route({ method: 'GET', path: '/admin/overview', ...tag }).output(Overview),
  today: oc.route({ method: 'GET', path: '/admin/today', ...tag }).output(Today),
  /** Orders, people, companies, reservations, tickets, TVs, vouchers and parcels, each kind for whoever may open it. */
  find: oc
    .route({ method: 'GET', path: '/admin/find', ...tag })
    .input(FindInput)
    .output(z.object({ rows: z.array(Found) })),
  /** The last thirty days or twelve months, oldest first, none left out. Amounts in cents and paras, without what went back. */
  sales: oc
    .route({ method: 'GET', path: '/admin/overview/sales', ...tag })
    .input(z.object({ by: z.enum(['day', 'month']).default('day') }))
    .output(z.array(SalesPeriod)),

  audit: oc
    .route({ method: 'GET', path: '/admin/audit', ...tag })
    .input(
      z.object({
        /** A name, a part of an address, an id, or `system`, `visitor` or another of `AUDIT_ACTORS`. */
        actor: Page,
        /** An action, or a domain's name for all of its actions. */
        action: Page,
        /** An id, a name, a part of an address, or the number of an order, reservation or device. */
        subject: Page,
        /** Days in Belgrade, both included. */
        from: Day.optional(),
        to: Day.optional(),
        direction: Direction,
        after: Cursor.optional(),
      }),
    )
    .output(z.object({ rows: z.array(AuditEntry), next: Cursor.nullable() })),

  mails: {
    list: oc
      .route({ method: 'GET', path: '/admin/mails', ...tag })
      .input(
        z.object({
          /** Part of an address or subject; or the name of whom it is to. */
          search: Page,
          state: z.enum(MAIL_STATES).optional(),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(
        z.object({
          rows: z.array(MailRow),
          next: Cursor.nullable(),
          waiting: Count,
          failed: Count,
          expired: Count,
        }),
      ),
    /** `html` and `text` are `null` for mails that contain a credential, and for those of erased people. */
    preview: oc
      .route({ method: 'GET', path: '/admin/mails/{id}', ...tag })
      .input(z.object({ id: Id }))
      .output(
        MailRow.extend({ html: z.string().nullable(), text: z.string().nullable(), containsCredential: z.boolean() }),
      )
      .errors(refusals({ MAIL_GONE: { status: 404 } })),
    /** Puts a mail that was given up, or waits for its next try, in front of the queue. */
    retry: oc
      .route({ method: 'POST', path: '/admin/mails/{id}/retry', ...tag })
      .input(z.object({ id: Id }))
      .output(MailRow)
      .errors(refusals({ MAIL_GONE: { status: 404 }, MAIL_SENT: {}, MAIL_EXPIRED: {}, MAIL_EMPTY: {} })),
    /** The same for all that were given up. `left`: those whose code or link has ended or whose content is gone. */
    retryFailed: oc
      .route({ method: 'POST', path: '/admin/mails/retry-failed', ...tag })
      .output(z.object({ queued: z.int(), left: z.int() })),
  },
};
