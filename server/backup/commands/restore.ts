import { mkdirSync } from 'node:fs';
import { jobNames } from '../../jobs.ts';
import { openDatabase } from '../../platform/db.ts';
import { externalDatabase, startDatabase } from '../../platform/postgres/reach.ts';
import { commandToType } from '../../platform/process/release.ts';
import { operatorMessageOf, startupError } from '../../platform/process/startup-error.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { rowsIn } from '../archive/contents.ts';
import { type VerifiedArchive, verifyArchive } from '../archive/read-archive.ts';
import { readErasedList } from '../erased-list.ts';
import { progress } from '../progress.ts';
import { findContradictions } from '../proofs.ts';
import { migrateRestored, restoreArchive } from '../restore.ts';
import { canUnseal } from '../sealed.ts';
import { type FoundArchive, fetchArchive, typedArchive } from './fetch-archive.ts';
import { type Command, command, leftOutJobs } from './run.ts';

const WITHOUT_SEALED = '--without-sealing-key';
const SEALED_IS_GONE =
  'Without the sealing key: everybody signs in again, second steps and recovery codes are set up anew, addresses that are told of ' +
  'events are added again, tax numbers are asked for again, and tickets are sent again, because their links and codes have ended.';
const keyMissing = (archive: string): string =>
  `The keys in this archive are sealed with a SEALING_KEY that is not set here. Set it, or restore without it: ` +
  `${commandToType('restore', `${archive} ${WITHOUT_SEALED}`)}. ${SEALED_IS_GONE} Nothing has been touched.`;

const INTERRUPTED = 'Interrupted: what was written is taken away again, and it can be begun anew.';
const IS_IN =
  'The rows and files of the archive are in, and the shop is held. Newer migrations that are left, the next start ' +
  `(${commandToType('start')}) carries out.`;

function unmigrated(error: unknown, isListKept: boolean): Error {
  const why = (operatorMessageOf(error) ?? (error as Error).message).replace(/\.?$/, '.');
  const byHand = isListKept ? '' : ' Whom the list of erased people names must be erased by hand after that start.';
  return startupError(
    `${why} ${IS_IN} See first to what is in their way, or make the place empty and restore again.${byHand}`,
  );
}

/** `npm run restore -- ARCHIVE`: an archive, a file or `s3://bucket/…`, into an empty place. */
export const restoreBackup = command(async (given) => {
  const { config, args, say } = given;
  const [typed] = args.filter((argument) => argument !== WITHOUT_SEALED);
  const withoutSealed = args.includes(WITHOUT_SEALED);
  if (typed === undefined) throw startupError(`Which archive? ${commandToType('restore', 'ARCHIVE')}`);
  const found = await typedArchive(typed);
  const { passphrase } = config.backup;
  const { archive, forget } = await fetchArchive(found);
  try {
    say('Checking the archive…');
    const verified = await verifyArchive(archive, passphrase, progress(say));
    const isReadable = canUnseal(verified.head, config.sealingKeys);
    if (!isReadable && !withoutSealed) throw startupError(keyMissing(typed));
    await restore(given, { found, archive, verified, withoutSealed: !isReadable });
  } finally {
    await forget();
  }
});

async function restore(
  { config, log, say, whenInterrupted }: Command,
  {
    found,
    archive,
    verified,
    withoutSealed,
  }: { found: FoundArchive; archive: string; verified: VerifiedArchive; withoutSealed: boolean },
): Promise<void> {
  const erased = await readErasedList(found.place);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const external = await externalDatabase(config);
  const { url, close } = external
    ? { url: external.direct, close: async () => {} }
    : await startDatabase(config.dataDir, log);
  try {
    const { dataDir, backup } = config;
    const storage = await openStorage(config);
    const calledOff = new AbortController();
    const { signal } = calledOff;
    const places = { url, dataDir, storage, log, jobNames };
    const restoring = restoreArchive(
      { ...places, archive, passphrase: backup.passphrase, say, withoutSealed, erased, signal },
      verified,
    );
    whenInterrupted(async () => {
      calledOff.abort();
      await restoring.then(
        () => say(IS_IN),
        () => say(INTERRUPTED),
      );
    });
    const { head, manifest, leftOut, unknownJobs, isListKept } = await restoring;
    say(
      `Restored: ${rowsIn(manifest)} rows of ${head.tables.length} tables and ${Object.keys(manifest.files).length} files ` +
        `of ${head.madeAt.toISOString()}, migration ${head.migration.tag}.`,
    );
    if (unknownJobs > 0) say(leftOutJobs(unknownJobs));
    if (withoutSealed) say(SEALED_IS_GONE);
    for (const name of leftOut) say(`Left out: ${name}, a table this shop does not have.`);
    await migrateRestored(url, erased).catch((error) => {
      throw unmigrated(error, isListKept || !erased?.length);
    });
    // The proofs of a large shop read whole tables.
    const db = openDatabase(url, { max: 2, statementMs: 600_000 });
    const contradictions = await findContradictions(db).finally(() => db.close());
    for (const line of contradictions) say(`Not right in its books: ${line}`);
    say(
      erased === null
        ? 'No list of erased people lies beside the archive: whoever was erased since then must be erased again by hand.'
        : `People on the list of erased ones: ${erased.length}.`,
    );
    say(
      `The shop is held: it serves and reads, sends no mail and starts nothing outside, until ${commandToType('resume')}.`,
    );
  } finally {
    await close();
  }
}
