import { desc, eq } from 'drizzle-orm';
import { notesOf } from '#domain/system/changelog.ts';
import { DETAILS_MOST, type DetailedPart, type SystemDetail } from '#domain/system/details.ts';
import type { TestDouble } from '#domain/system/facts.ts';
import { ownFolder } from '../../backup/archive-places.ts';
import { backups } from '../../backup/schema.ts';
import type { Config } from '../../config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { changelog } from '../../platform/process/changelog.ts';
import { releaseVersion } from '../../platform/servers/alive.ts';
import { freeSpace } from '../../platform/storage/free-space.ts';
import { isS3, placeOf, readS3Address, type S3Address } from '../../platform/storage/s3-address.ts';
import { doublesUsed } from './doubles.ts';

type Details = { [Part in DetailedPart]: (deps: Dependencies) => Promise<Extract<SystemDetail, { part: Part }>> };

/** What stands behind a row, read when somebody opens it. */
export const readDetail = (deps: Dependencies, part: DetailedPart): Promise<SystemDetail> => DETAILS[part](deps);

const DETAILS: Details = {
  async version() {
    return { part: 'version', release: releaseVersion(), notes: notesOf(changelog(), releaseVersion()) };
  },

  async files({ db, config: { dataDir, storage } }) {
    const { bucket, total } = storage;
    const [kinds, disk] = await Promise.all([
      db.ask<{ kind: string; count: number; bytes: number; weekBytes: number }>(
        `select kind, count(*)::int as count, sum(bytes)::float8 as bytes,
           coalesce(sum(bytes) filter (where created_at > now() - interval '7 days'), 0)::float8 as "weekBytes"
         from files where removed_at is null group by kind order by sum(bytes) desc, kind limit $1`,
        [DETAILS_MOST],
      ),
      bucket === null ? freeSpace(dataDir) : null,
    ]);
    return {
      part: 'files',
      place: bucket === null ? dataDir : placeOf(bucket),
      bytes: kinds.reduce((all, { bytes }) => all + bytes, 0),
      allowedBytes: total,
      disk,
      kinds,
    };
  },

  async backups({ db, config }) {
    const { target, everyHours, keep, passphrase } = config.backup;
    const made = await db
      .select({
        id: backups.id,
        file: backups.file,
        madeAt: backups.madeAt,
        bytes: backups.bytes,
        seconds: backups.seconds,
        checkedAt: backups.checkedAt,
      })
      .from(backups)
      // Where one is due by itself, one in a folder that somebody named is none of those that are kept here.
      .where(everyHours === undefined ? undefined : eq(backups.isElsewhere, false))
      .orderBy(desc(backups.madeAt))
      .limit(Math.min(keep, DETAILS_MOST));
    return {
      part: 'backups',
      place: ownFolder(config),
      target: target === undefined ? null : isS3(target) ? placeOf(readS3Address(target) as S3Address) : target,
      everyHours: everyHours ?? null,
      keep,
      isLocked: passphrase !== undefined,
      made,
    };
  },

  async doubles({ config }) {
    return {
      part: 'doubles',
      settings: doublesUsed(config).flatMap((service) =>
        SETTINGS_OF[service](config).map(([name, value]) => ({
          service,
          name,
          isSet: value !== null,
          value: value === SECRET ? null : value,
        })),
      ),
      receipts: config.fiscal,
    };
  },
};

/** What is set and is told to nobody. */
const SECRET = Symbol('secret');
type Setting = [name: string, value: string | typeof SECRET | null];

/** A double is there because of these; of secrets only that they are set. */
const SETTINGS_OF: Record<TestDouble, (config: Config) => Setting[]> = {
  cards: () => [
    ['STRIPE_SECRET_KEY', null],
    ['STRIPE_WEBHOOK_SECRET', null],
  ],
  'test-cards': () => [
    ['STRIPE_SECRET_KEY', SECRET],
    ['STRIPE_WEBHOOK_SECRET', SECRET],
  ],
  'd-express': ({ couriers }) => [
    ['COURIERS', couriers.offered.join(',')],
    ['D_EXPRESS_USER', null],
  ],
  mails: ({ mailFrom }) => [
    ['SMTP_URL', null],
    ['MAIL_FROM', mailFrom],
  ],
};
