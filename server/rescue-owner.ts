import path from 'node:path';
import { openPasswords } from './auth/passwords/passwords.ts';
import { rescueOwner } from './auth/super-admin/rescue-owner.ts';
import { parseConfig } from './config.ts';
import { jobNames } from './jobs.ts';
import { openDatabase } from './platform/db.ts';
import { openQueue } from './platform/jobs/queue.ts';
import { createLog } from './platform/log/log.ts';
import { migrateDatabase } from './platform/migrate.ts';
import { reachDatabase } from './platform/postgres/reach.ts';
import { projectRoot } from './platform/process/project-root.ts';
import { isStartupError } from './platform/process/startup-error.ts';

/** `npm run rescue-owner`: a new sign-in for the super-admin, with the server running or stopped, then it ends. */
try {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const { url, close } = await reachDatabase(config, log);
  try {
    await migrateDatabase(url, path.join(projectRoot, 'server', 'migrations'));
    const db = openDatabase(url, { max: 2 });
    const queue = await openQueue(url, log, jobNames);
    const deps = { config, db, queue, now: () => new Date(), passwords: openPasswords() };
    const { email, password } = await rescueOwner(deps);
    process.stdout.write(
      `New sign-in, shown this once:  ${email}  ${password}\n` +
        'Sessions, second step and recovery codes are gone. Choose a password of your own at the first sign-in.\n',
    );
    await queue.stop();
    await db.close();
  } finally {
    await close();
  }
} catch (error) {
  console.error(isStartupError(error) ? error.message : error);
  process.exitCode = 1;
}
