import path from 'node:path';
import { openDatabase } from '../../platform/db.ts';
import { reachDatabase } from '../../platform/postgres/reach.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { isS3 } from '../../platform/storage/s3-address.ts';
import { rowsIn } from '../archive/contents.ts';
import { backUp } from '../keep-backup.ts';
import { command, megabytes, typedPath } from './run.ts';

/** `npm run backup [-- FOLDER]`: one archive of everything, with the server running or stopped. */
export const backup = command(async ({ config, log, args, say }) => {
  const [folder] = args;
  if (folder !== undefined && isS3(folder))
    throw startupError('An archive is made in a folder; BACKUP_TARGET names the bucket for its copy.');
  const { url, close } = await reachDatabase(config, log);
  try {
    const db = openDatabase(url, { max: 2 });
    const made = await backUp(
      { db, config, url, storage: await openStorage(config), now: () => new Date() },
      { folder: folder === undefined ? undefined : typedPath(folder), say },
    ).finally(() => db.close());
    const { manifest, bytes, seconds } = made;
    const files = Object.keys(manifest.files).length;
    say(
      `${path.join(made.folder, made.file)}: ${rowsIn(manifest)} rows of ${Object.keys(manifest.tables).length} tables, ` +
        `${files} files, ${megabytes(bytes)}, ${seconds} s.`,
    );
    if (config.backup.passphrase === undefined) {
      const reader = config.sealingKeys.length > 0 ? 'knows everything in it' : 'can sign in as anybody';
      say(`It is not locked: whoever reads it ${reader}. BACKUP_PASSPHRASE locks it.`);
    }
  } finally {
    await close();
  }
});
