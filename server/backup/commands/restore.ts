import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { jobNames } from '../../jobs.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { openDatabase } from '../../platform/db.ts';
import { startDatabase } from '../../platform/postgres/reach.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { rowsIn } from '../archive/contents.ts';
import { verifyArchive } from '../archive/read-archive.ts';
import { takeOverErased } from '../erased-list.ts';
import { findDifferences } from '../proofs.ts';
import { restoreArchive } from '../restore.ts';
import { runCommand, typedPath } from './run.ts';

/** `npm run restore -- ARCHIVE`: an archive into an empty place. */
await runCommand(async ({ config, log, args, say }) => {
  const [typed] = args;
  if (typed === undefined) throw startupError('Which archive? npm run restore -- ARCHIVE');
  const archive = typedPath(typed);
  const { passphrase } = config.backup;
  say('Checking the archive…');
  const verified = await verifyArchive(archive, passphrase);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
  const { url, close } = config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : await startDatabase(config.dataDir, log);
  try {
    const order = { archive, passphrase, url, dataDir: config.dataDir, log, jobNames, say };
    const restored = await restoreArchive(order, verified);
    const { head, manifest, leftOut } = restored;
    const db = openDatabase(url, { max: 2 });
    try {
      const erased = await takeOverErased(db, path.dirname(archive));
      const after = { archive: path.basename(archive), madeAt: head.madeAt, rows: rowsIn(manifest) };
      await record(db, systemActor, { action: 'system.restored', on: { kind: 'system', id: 'shop' }, after });
      say(
        `Restored: ${rowsIn(manifest)} rows of ${head.tables.length} tables and ${Object.keys(manifest.files).length} files ` +
          `of ${head.madeAt.toISOString()}, migration ${head.migration.tag}.`,
      );
      for (const name of leftOut) say(`Left out: ${name}, a table this shop does not have.`);
      for (const line of await findDifferences(db)) say(`Not right in its books: ${line}`);
      say(
        erased === null
          ? 'No list of erased people lies beside the archive: whoever was erased since then must be erased again by hand.'
          : `People on the list of erased ones: ${erased}.`,
      );
      say('The shop is held: it serves and reads, sends no mail and starts nothing outside, until npm run resume.');
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
});
