import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import { openPasswords } from '../auth/passwords/passwords.ts';
import { openTokens } from '../auth/sessions/tokens.ts';
import { ownFolder } from '../backup/archive-places.ts';
import { backups } from '../backup/schema.ts';
import { parseConfig } from '../config.ts';
import { ensureSuperAdmin } from '../flows/super-admin/ensure-super-admin.ts';
import { openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log/log.ts';
import { migrateDatabase } from '../platform/migrate.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { lockDataDir } from '../platform/process/data-dir.ts';
import { projectRoot } from '../platform/process/project-root.ts';
import { operatorMessageOf } from '../platform/process/startup-error.ts';
import { openDependencies } from '../start/open-dependencies.ts';
import { demoCompany, playAdverts } from './adverts/play-adverts.ts';
import { playDesk } from './orders/desk.ts';
import { writeSandbox } from './sandbox.ts';
import { seedYear } from './year.ts';

/** The process behind `npm run demo`, before the server: fills an empty data directory with a year, then ends. */
const config = parseConfig(process.env);
const log = createLog(config.logLevel);
const now = () => new Date();
try {
  const lock = await lockDataDir(config.dataDir);
  // Hundreds of small transactions; what a power cut takes is made anew. The server that follows waits for the disk as always.
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log, durable: false, onLost: fail });
  await migrateDatabase(postgres.url, path.join(projectRoot, 'server', 'migrations'));
  const db = openDatabase(postgres.url, { statementMs: 600_000, isWatched: false });
  const tokens = await openTokens(db, `${config.publicUrl}/auth/v1`, { sealing: config.sealingKeys });
  const deps = { config, db, log, now, tokens, passwords: openPasswords() };
  await ensureSuperAdmin(deps);
  const password = config.superAdmin.password!;
  const year = await seedYear(deps, { password });
  writeSandbox(path.join(config.dataDir, 'stripe-sandbox'), config.publicUrl, year);
  // A shop that is kept well: without it, the dashboard asks for a first backup.
  await db.insert(backups).values({ madeAt: now(), folder: ownFolder(config), file: 'demo', bytes: 0, seconds: 1 });
  const opened = await openDependencies(config, log, postgres.url, { db, works: false, serves: false });
  const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
  await playDesk(opened, year.population, desk!);
  const tvs = await playAdverts(opened, year, desk!);
  // With these, scripts/demo-tvs.mjs goes on.
  writeFileSync(path.join(config.dataDir, 'demo-tvs.json'), JSON.stringify(tvs), { mode: 0o600 });
  await opened.live.close();
  await opened.queue.stop();
  await db.close();
  await postgres.stop();
  lock.release();
  const company = demoCompany(year.campaigns.subscriptions);
  const signIns = { Admin: config.superAdmin.email, Member: year.population.members[0]!.email, Company: company.email };
  for (const [who, email] of Object.entries(signIns))
    process.stdout.write(`${who.padEnd(8)} ${email.padEnd(36)} ${password}\n`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(operatorMessageOf(error) ?? error);
  process.exit(1);
}
