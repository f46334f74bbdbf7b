import path from 'node:path';
import { openPasswords } from '../auth/passwords/passwords.ts';
import { command } from '../backup/commands/run.ts';
import { rescueOwner } from '../flows/super-admin/rescue-owner.ts';
import { jobNames } from '../jobs.ts';
import { openDatabase } from '../platform/db.ts';
import { openQueue } from '../platform/jobs/queue.ts';
import { refuseOtherVersion } from '../platform/migrations/applied.ts';
import { reachDatabase } from '../platform/postgres/reach.ts';
import { projectRoot } from '../platform/process/project-root.ts';

/** `rescue-owner`: a new sign-in for the super-admin, with the server running or stopped, then it ends. */
export const rescue = command(async ({ config, log, say }) => {
  const { url, close } = await reachDatabase(config, log);
  try {
    await refuseOtherVersion(url, path.join(projectRoot, 'server', 'migrations'));
    const db = openDatabase(url, { max: 2 });
    try {
      const queue = await openQueue(url, log, jobNames);
      try {
        const deps = { config, db, queue, now: () => new Date(), passwords: openPasswords() };
        const { email, password } = await rescueOwner(deps);
        say(`New sign-in, shown this once:  ${email}  ${password}`);
        say(
          'Sessions, second step, recovery codes and keys of programs are gone. Choose a password of your own at the first sign-in.',
        );
      } finally {
        await queue.stop();
      }
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
});
