import * as z from 'zod';
import { Money } from '../shapes.ts';

/** What is known of each part; words are made of it on the page (`words.ts`). */
export const ROLES = ['web', 'worker', 'both'] as const;

export const Process = z.object({
  id: z.string(),
  /** Machine and port. */
  place: z.string(),
  role: z.enum(ROLES),
  release: z.string(),
  startedAt: z.date(),
  seenAt: z.date(),
  isMissing: z.boolean(),
  memoryMb: z.number().nullable(),
  requestsPerMinute: z.int().nullable(),
  jobsPerMinute: z.int().nullable(),
  clockMs: z.number().nullable(),
});
export type Process = z.infer<typeof Process>;

export const JobKind = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Seconds for which the oldest that is due has waited. */
  oldest: z.number().nullable(),
  /** Today, in Belgrade; not repeated by themselves. */
  failed: z.int(),
  /** When the clock begins it; `null`: whenever it is asked for. */
  nextAt: z.date().nullable(),
});
export type JobKind = z.infer<typeof JobKind>;

export const DOUBLES = ['cards', 'test-cards', 'd-express', 'mails'] as const;
export type TestDouble = (typeof DOUBLES)[number];

/** Whether staff are asked for the numbers of fiscal receipts and of invoices in SEF; both are issued by hand, elsewhere. */
export const RECEIPTS = ['manual', 'off'] as const;
export type Receipts = (typeof RECEIPTS)[number];

export const FACTS = {
  version: z.object({
    /** `serving`: the places among them that people are served from. */
    releases: z.array(z.object({ release: z.string(), places: z.array(z.string()), serving: z.array(z.string()) })),
    since: z.date().nullable(),
    /** Every process knows the newest migration. */
    databaseFits: z.boolean(),
  }),
  servers: z.object({ processes: z.array(Process) }),
  database: z.object({
    used: z.int(),
    max: z.int(),
    waiting: z.int(),
    waitingSince: z.date().nullable(),
    /** Of the last hour; the longest in milliseconds. */
    slow: z.int(),
    longest: z.int(),
    /** The longest different ones, without what was written into them. */
    slowest: z.array(z.object({ statement: z.string(), times: z.int(), longest: z.int(), lastAt: z.date() })),
    /** The process whose clock is furthest from the database's, and whether people are served from there. */
    clock: z.object({ place: z.string(), ms: z.number(), isServing: z.boolean() }).nullable(),
  }),
  jobs: z.object({
    waiting: z.int(),
    oldest: z.number().nullable(),
    failed: z.int(),
    done: z.int(),
    kinds: z.array(JobKind),
  }),
  mails: z.object({
    sentToday: z.int(),
    queued: z.int(),
    /** Seconds. */
    oldest: z.number().nullable(),
    failed: z.int(),
    /** Why the newest of them were not delivered, as the other server said. */
    errors: z.array(z.string()),
    lastSentAt: z.date().nullable(),
    /** What the mail server last said to the oldest that waits. */
    refusal: z.string().nullable(),
    /** Since when that mail waits. */
    refusedSince: z.date().nullable(),
  }),
  payments: z.object({
    /** For longer than a quarter of an hour. */
    unsettled: z.int(),
    sums: z.array(Money),
    oldest: z.date().nullable(),
    lastHeardAt: z.date().nullable(),
    paidToday: z.int(),
  }),
  files: z.object({
    bytes: z.number(),
    count: z.int(),
    /** Of the disk, or of the room that is allowed, whichever is smaller. */
    freePart: z.number(),
    freeBytes: z.number(),
    weekBytes: z.number(),
    /** The kind of which most was added meanwhile. */
    weekMost: z.string().nullable(),
    /** Of the last file that was written and read to see whether it works; `null`: that failed, or took too long. */
    probe: z.object({ at: z.date(), ms: z.int() }).nullable(),
  }),
  backups: z.object({
    lastAt: z.date().nullable(),
    bytes: z.number().nullable(),
    provenAt: z.date().nullable(),
    keep: z.int(),
    /** So many hours after the last one the next one is late. */
    lateHours: z.int(),
    isUnderWay: z.boolean(),
    /** Why the last try failed; `null` once one has succeeded. */
    failure: z.object({ at: z.date(), isDiskFull: z.boolean(), reason: z.string() }).nullable(),
  }),
  doubles: z.object({ used: z.array(z.enum(DOUBLES)), receipts: z.enum(RECEIPTS) }),
} as const;
export type Facts = { [Part in keyof typeof FACTS]: z.infer<(typeof FACTS)[Part]> };
