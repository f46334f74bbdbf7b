import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { WORDS_OF } from '#domain/system/words.ts';
import { formatDateTime } from '#domain/time.ts';
import { readOverview } from '../admin/overview.ts';
import { FACTS_OF } from '../flows/system/facts.ts';
import { systemGauges } from '../flows/system/gauges.ts';
import { readSystem } from '../flows/system/read-system.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { sendMails } from '../test/mails.ts';
import { call, person } from '../test/people.ts';
import { ownFolder } from './archive-places.ts';
import { backUpWhenDue, backupJobs } from './jobs.ts';
import { backUp, lastBackupAt } from './keep-backup.ts';
import { archiveName } from './make-backup.ts';
import { notifyWhenLate } from './notify-late.ts';
import { backupFailures, backups } from './schema.ts';

const target = path.join(tmpdir(), `vidik-late-target-${process.pid}`);
const app = await testApp({ env: { BACKUP_EVERY: '24', BACKUP_TARGET: target } });
const own = ownFolder(app.config);
const ours = { db: app.db, config: app.config, url: app.databaseUrl, storage: app.deps.storage, now: app.deps.now };

function afresh() {
  const clear = () => {
    for (const folder of [own, target]) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  onTestFinished(clear);
  return Promise.all([app.db.delete(backups), app.db.delete(backupFailures)]);
}

/** Hours after the beginning of the test. */
function turnClock() {
  const began = app.clock.now;
  onTestFinished(() => {
    app.clock.now = began;
  });
  return (hours: number) => {
    app.clock.now = new Date(began.getTime() + hours * HOUR_MS);
  };
}

async function rowOfThePage() {
  const { backups: part } = (await readSystem(app.deps)).parts;
  if (!part.known) throw new Error('backups are not known');
  return { facts: part.facts, ...WORDS_OF.backups(part.facts, part.state, app.clock.now) };
}

test('a backup that fails says why on the page, and the super-admin is mailed once', async () => {
  await afresh();
  const at = turnClock();
  const make = () => backupJobs(app.deps)['backup.make'].work({});
  const late = () => app.db.select().from(mails).where(eq(mails.template, 'backup.late')).orderBy(asc(mails.number));
  onTestFinished(async () => {
    await app.db.delete(mails).where(eq(mails.template, 'backup.late'));
    await app.db.ask("delete from pgboss.job where name = 'backup.write'");
  });
  await backUpWhenDue(app.deps);
  const last = (await lastBackupAt(app.db))!;
  expect((await rowOfThePage()).facts.failure).toBeNull();

  rmSync(target, { recursive: true });
  writeFileSync(target, 'not a folder');
  at(25);
  await backUpWhenDue(app.deps);
  await make();
  const page = await rowOfThePage();
  expect(page.facts).toMatchObject({ lastAt: last, failure: { at: app.clock.now, isDiskFull: false } });
  expect(page.rest).toContain(`poslednji pokušaj nije uspeo: ${page.facts.failure!.reason}`);
  expect(page.facts.failure!.reason).toMatch(/cannot be written$/);
  expect(await late(), 'not late yet').toEqual([]);
  for (const hours of [27, 28, 60]) {
    at(hours);
    await backUpWhenDue(app.deps);
    await Promise.all([make(), make()]);
    expect(await late()).toHaveLength(1);
  }
  await sendMails(app);
  const [first] = await late();
  expect(first).toMatchObject({ to: app.config.superAdmin.email, subject: 'Rezervna kopija kasni', state: 'sent' });
  expect(first!.text).toContain(
    `poslednja uspešna kopija je od ${formatDateTime(last)}. Razlog: ${page.facts.failure!.reason}.`,
  );

  rmSync(target);
  await backUpWhenDue(app.deps);
  expect((await rowOfThePage()).facts.failure, 'one that succeeds ends it').toBeNull();
  at(60 + 30);
  symlinkSync('/dev/full', path.join(own, `${archiveName(app.clock.now, false)}.partial`));
  await backUpWhenDue(app.deps);
  expect((await rowOfThePage()).rest).toMatch(/^disk za kopije je pun · /);
  await make();
  await sendMails(app);
  const [, second, ...more] = await late();
  expect(second!.text).toContain('Razlog: disk za kopije je pun.');
  expect(more).toEqual([]);
});

test('a shop that makes no backup by itself is not mailed that one is late', async () => {
  await afresh();
  turnClock()(100);
  const { backup, ...config } = app.config;
  const deps = { ...app.deps, config: { ...config, backup: { ...backup, everyHours: undefined } } };
  await backupJobs(deps)['backup.make'].work({});
  expect(await app.db.$count(mails, eq(mails.template, 'backup.late'))).toBe(0);
});

test('with a backup a week nothing says that one is late before a week and two hours are over', async () => {
  await afresh();
  const at = turnClock();
  const deps = { ...app.deps, config: { ...app.config, backup: { ...app.config.backup, everyHours: 168 } } };
  await backUpWhenDue(deps);
  const late = () => app.db.$count(mails, eq(mails.template, 'backup.late'));
  const gauges = systemGauges(deps, {
    server: { release: '0.1.0', migration: 'x' },
    isOnHold: () => false,
    freshMs: 0,
  });
  const said = async () => {
    await notifyWhenLate(deps);
    const { backups: part } = (await readSystem(deps)).parts;
    const { upkeep } = await readOverview(deps, new Set());
    return [part.known && part.state === 'err', upkeep.isBackupLate, await late()];
  };
  onTestFinished(async () => {
    await app.db.delete(mails).where(eq(mails.template, 'backup.late'));
  });
  at(169);
  expect(await said()).toEqual([false, false, 0]);
  at(171);
  expect(await said()).toEqual([true, true, 1]);
  expect(await openMetrics(gauges).exposition()).toMatch(/^vidik_backup_late_after_seconds 612000$/m);
});

test('a backup elsewhere does not hide that the daily one is late', async () => {
  await afresh();
  const at = turnClock();
  const office = call(app, await person(app, 'admin'));
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-stick-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await backUpWhenDue(app.deps);
  const daily = await lastBackupAt(app.db);
  at(27);
  await backUp(ours, { folder });
  expect((await office.admin.overview()).upkeep).toMatchObject({
    lastBackupAt: daily!.toISOString(),
    isBackupLate: true,
  });
  const page = await rowOfThePage();
  expect(page.facts.lastAt).toEqual(daily);
  expect(page.state).toBe('Kasne 1 dan');
  const gauges = systemGauges(app.deps, {
    server: { release: '0.1.0', migration: 'x' },
    isOnHold: () => false,
    freshMs: 0,
  });
  const said = await openMetrics(gauges).exposition();
  const seconds = Math.floor(daily!.getTime() / 1000);
  expect(said).toMatch(new RegExp(`^vidik_backup_last_success_timestamp_seconds ${seconds}$`, 'm'));
  // Where none is made by itself, any one counts.
  const { backup, ...config } = app.config;
  const byHand = { ...app.deps, config: { ...config, backup: { ...backup, everyHours: undefined } } };
  expect((await FACTS_OF.backups(byHand)).lastAt).toEqual(app.clock.now);
});
