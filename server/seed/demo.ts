import path from 'node:path';
import { ensureSuperAdmin } from '../accounts/ensure-super-admin.ts';
import { openPasswords } from '../accounts/passwords.ts';
import { isCannotStart } from '../platform/cannot-start.ts';
import { parseConfig } from '../platform/config.ts';
import { takeDataDir } from '../platform/data-dir.ts';
import { openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrateDatabase } from '../platform/migrate.ts';
import { projectRoot } from '../platform/project-root.ts';
import { seedYear } from './year.ts';

/** The process behind `npm run demo`, before the server: fills an empty data directory with a year, then ends. */
const config = parseConfig(process.env);
const log = createLog(config.logLevel);
const now = () => new Date();
try {
  const lock = await takeDataDir(config.dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log, onLost: fail });
  await migrateDatabase(postgres.url, path.join(projectRoot, 'server', 'migrations'));
  const db = openDatabase(postgres.url);
  const edges = { config, db, log, now, passwords: openPasswords() };
  await ensureSuperAdmin(edges as never);
  const password = config.superAdmin.password!;
  const { member, company } = await seedYear(edges, { password });
  await db.close();
  await postgres.stop();
  lock.release();
  for (const [who, email] of Object.entries({ Admin: config.superAdmin.email, Member: member, Company: company }))
    process.stdout.write(`${who.padEnd(8)} ${email.padEnd(40)} ${password}\n`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(isCannotStart(error) ? error.message : error);
  process.exit(1);
}
