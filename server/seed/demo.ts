import path from 'node:path';
import { ensureSuperAdmin } from '../accounts/ensure-super-admin.ts';
import { openPasswords } from '../accounts/passwords.ts';
import { openTokens } from '../accounts/tokens.ts';
import { isCannotStart } from '../platform/cannot-start.ts';
import { parseConfig } from '../platform/config.ts';
import { takeDataDir } from '../platform/data-dir.ts';
import { openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrateDatabase } from '../platform/migrate.ts';
import { projectRoot } from '../platform/project-root.ts';
import { writeSandbox } from './sandbox.ts';
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
  const tokens = await openTokens(db, `${config.publicUrl}/auth/v1`);
  const edges = { config, db, log, now, tokens, passwords: openPasswords() };
  await ensureSuperAdmin(edges);
  const password = config.superAdmin.password!;
  const year = await seedYear(edges, { password });
  writeSandbox(path.join(config.dataDir, 'stripe-sandbox'), config.publicUrl, year);
  await db.close();
  await postgres.stop();
  lock.release();
  const company = year.campaigns.subscriptions[1]!.company;
  const signIns = { Admin: config.superAdmin.email, Member: year.crowd.members[0]!.email, Company: company.email };
  for (const [who, email] of Object.entries(signIns))
    process.stdout.write(`${who.padEnd(8)} ${email.padEnd(36)} ${password}\n`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(isCannotStart(error) ? error.message : error);
  process.exit(1);
}
