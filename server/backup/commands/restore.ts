import { mkdirSync } from 'node:fs';
import { jobNames } from '../../jobs.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { openDatabase } from '../../platform/db.ts';
import { externalDatabase, startDatabase } from '../../platform/postgres/reach.ts';
import { commandToType } from '../../platform/process/release.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { rowsIn } from '../archive/contents.ts';
import { type VerifiedArchive, verifyArchive } from '../archive/read-archive.ts';
import { importErased } from '../erased-list.ts';
import { progress } from '../progress.ts';
import { findContradictions } from '../proofs.ts';
import { restoreArchive } from '../restore.ts';
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

/** `npm run restore -- ARCHIVE`: an archive, a file or `s3://bucket/…`, into an empty place. */
export const restoreBackup = command(async ({ config, log, args, say }) => {
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
    await restore({ config, log, say }, { found, archive, verified, withoutSealed: !isReadable });
  } finally {
    await forget();
  }
});

async function restore(
  { config, log, say }: Pick<Command, 'config' | 'log' | 'say'>,
  {
    found,
    archive,
    verified,
    withoutSealed,
  }: { found: FoundArchive; archive: string; verified: VerifiedArchive; withoutSealed: boolean },
): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const external = await externalDatabase(config);
  const { url, close } = external
    ? { url: external.direct, close: async () => {} }
    : await startDatabase(config.dataDir, log);
  try {
    const { dataDir, backup } = config;
    const storage = await openStorage(config);
    const order = { archive, passphrase: backup.passphrase, url, dataDir, storage, log, jobNames, say, withoutSealed };
    const restored = await restoreArchive(order, verified);
    const { head, manifest, leftOut, unknownJobs } = restored;
    // The proofs of a large shop read whole tables.
    const db = openDatabase(url, { max: 2, statementMs: 600_000 });
    try {
      const erased = await importErased(db, found.place);
      const after = { archive: found.name, madeAt: head.madeAt, rows: rowsIn(manifest) };
      await record(db, systemActor, { action: 'system.restored', on: { kind: 'system', id: 'shop' }, after });
      say(
        `Restored: ${rowsIn(manifest)} rows of ${head.tables.length} tables and ${Object.keys(manifest.files).length} files ` +
          `of ${head.madeAt.toISOString()}, migration ${head.migration.tag}.`,
      );
      if (unknownJobs > 0) say(leftOutJobs(unknownJobs));
      if (withoutSealed) say(SEALED_IS_GONE);
      for (const name of leftOut) say(`Left out: ${name}, a table this shop does not have.`);
      for (const line of await findContradictions(db)) say(`Not right in its books: ${line}`);
      say(
        erased === null
          ? 'No list of erased people lies beside the archive: whoever was erased since then must be erased again by hand.'
          : `People on the list of erased ones: ${erased}.`,
      );
      say(
        `The shop is held: it serves and reads, sends no mail and starts nothing outside, until ${commandToType('resume')}.`,
      );
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
}
