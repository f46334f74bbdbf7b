import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '../platform/columns.ts';

/** The job that makes a backup, whose progress the dashboard shows. */
export const BACKUP_JOB = 'backup.write';

/** Every backup that was made whole. Whether its file is still there, the folder says. */
export const backups = pgTable(
  'backups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    madeAt: timestampColumn('made_at').notNull(),
    /** On the machine that made it; the file's list of erased people is kept up to date there. */
    folder: text('folder').notNull(),
    file: text('file').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    seconds: integer('seconds').notNull(),
    /** In a folder that somebody named, without a copy in the second place: the next one is due all the same. */
    isElsewhere: boolean('elsewhere').notNull().default(false),
    /** When `npm run backup:check` last restored it and found everything. */
    checkedAt: timestampColumn('checked_at'),
  },
  (t) => [index('backups_newest').on(t.madeAt)],
);

/** Why the last try to make the backup that is kept failed, until one succeeds; one row at most. */
export const backupFailures = pgTable(
  'backup_failures',
  {
    isSingle: boolean('single').primaryKey().default(true),
    failedAt: timestampColumn('failed_at').notNull(),
    /** There was no room where archives are made or copied to. */
    isDiskFull: boolean('disk_full').notNull(),
    /** In one line, for staff. */
    reason: text('reason').notNull(),
  },
  (t) => [check('backup_failures_single', sql`${t.isSingle}`)],
);

/**
 * That this database was restored from an archive. Until `resumed_at` the shop is held. `asked_at` is set by `npm run resume`
 * and taken up by a server, which answers in `report`.
 */
export const restores = pgTable(
  'restores',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    archive: text('archive').notNull(),
    /** When the archive was made. */
    madeAt: timestampColumn('made_at').notNull(),
    restoredAt: timestampColumn('restored_at').notNull().defaultNow(),
    askedAt: timestampColumn('asked_at'),
    /** What is to become of mails that are older than the restore; `null`: they are listed. */
    mails: text('mails', { enum: ['send', 'drop'] }),
    /** What is to become of jobs that cannot be caught up with; `null`: they are listed. */
    jobs: text('jobs', { enum: ['leave'] }),
    /** The last numbers of documents that were given out since the archive; `null`: they are asked for. */
    documents: jsonb('documents').$type<string[]>(),
    /** That what the bank paid since the archive was looked at; `null`: it is asked for. */
    payouts: text('payouts', { enum: ['checked'] }),
    answeredAt: timestampColumn('answered_at'),
    report: jsonb('report').$type<string[]>(),
    resumedAt: timestampColumn('resumed_at'),
  },
  (t) => [
    check('restores_mails', sql`${t.mails} in ('send', 'drop')`),
    check('restores_jobs', sql`${t.jobs} = 'leave'`),
    check('restores_payouts', sql`${t.payouts} = 'checked'`),
  ],
);

/**
 * Whose account was erased, as an id that belongs to nobody any more: whoever comes back with a restored backup is erased
 * again. A trigger writes it whenever a profile goes; beside every backup lies the same list as a file.
 */
export const erasures = pgTable('erasures', {
  profileId: uuid('profile_id').primaryKey(),
  erasedAt: timestampColumn('erased_at').notNull().defaultNow(),
});
