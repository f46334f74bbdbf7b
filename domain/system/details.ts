import * as z from 'zod';
import { DOUBLES, RECEIPTS } from './facts.ts';

/** Parts of which more is known than fits into their row. */
export const DETAILED = ['version', 'files', 'backups', 'doubles'] as const;
export type DetailedPart = (typeof DETAILED)[number];

/** Rows of backups and of kinds of files that one answer holds at most. */
export const DETAILS_MOST = 100;

/** What a version brought, as the changelog that is shipped with it says. */
export const ReleaseNotes = z.object({
  /** As the changelog calls it: `0.2.0 - 2027-01-15`, `Unreleased`. */
  title: z.string(),
  /** `Added`, `Changed`, …; empty for what stands before the first of them. */
  groups: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
});
export type ReleaseNotes = z.infer<typeof ReleaseNotes>;

export const SystemDetail = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('version'),
    /** Of the process that answers. */
    release: z.string(),
    /** `null`: no changelog was shipped with it. */
    notes: ReleaseNotes.nullable(),
  }),
  z.object({
    part: z.literal('files'),
    /** A folder of the machine that answers, or a bucket as `s3://…`. */
    place: z.string(),
    bytes: z.number(),
    /** What all stored files together may take. */
    allowedBytes: z.number(),
    /** Of the disk the folder is on; `null`: a bucket. */
    disk: z.object({ freeBytes: z.number(), freePart: z.number() }).nullable(),
    /** The largest first. */
    kinds: z.array(z.object({ kind: z.string(), count: z.int(), bytes: z.number(), weekBytes: z.number() })),
  }),
  z.object({
    part: z.literal('backups'),
    place: z.string(),
    /** The second place; `null`: there is none. */
    target: z.string().nullable(),
    /** `null`: none is made by itself. */
    everyHours: z.int().nullable(),
    keep: z.int(),
    /** Archives are locked with a passphrase. */
    isLocked: z.boolean(),
    /** The newest first. */
    made: z.array(
      z.object({
        id: z.uuid(),
        file: z.string(),
        madeAt: z.date(),
        bytes: z.number(),
        seconds: z.int(),
        /** When it was last restored aside and found whole. */
        checkedAt: z.date().nullable(),
      }),
    ),
  }),
  z.object({
    part: z.literal('doubles'),
    /** The settings by which each pretended service becomes the real one. */
    settings: z.array(
      z.object({
        service: z.enum(DOUBLES),
        name: z.string(),
        isSet: z.boolean(),
        /** `null`: it is not set, or it is a secret. */
        value: z.string().nullable(),
      }),
    ),
    /** Receipts and invoices in SEF have no service of either kind: staff type their numbers, or are not asked for them. */
    receipts: z.enum(RECEIPTS),
  }),
]);
export type SystemDetail = z.infer<typeof SystemDetail>;
