import path from 'node:path';
import { openDatabase } from '../../platform/db.ts';
import { reachDatabase } from '../../platform/postgres/reach.ts';
import { rowsIn } from '../archive/contents.ts';
import { backUp } from '../keep-backup.ts';
import { megabytes, runCommand, typedPath } from './run.ts';

/** `npm run backup [-- FOLDER]`: one archive of everything, with the server running or stopped. */
await runCommand(async ({ config, log, args, say }) => {
  const [folder] = args;
  const { url, close } = await reachDatabase(config, log);
  try {
    const db = openDatabase(url, { max: 2 });
    const made = await backUp(
      { db, config, url, now: () => new Date() },
      { folder: folder === undefined ? undefined : typedPath(folder), say },
    ).finally(() => db.close());
    const { manifest, bytes, seconds } = made;
    const files = Object.keys(manifest.files).length;
    say(
      `${path.join(made.folder, made.file)}: ${rowsIn(manifest)} rows of ${Object.keys(manifest.tables).length} tables, ` +
        `${files} files, ${megabytes(bytes)}, ${seconds} s.`,
    );
    if (config.backup.passphrase === undefined)
      say('It is not locked: whoever reads it can sign in as anybody. BACKUP_PASSPHRASE locks it.');
  } finally {
    await close();
  }
});
