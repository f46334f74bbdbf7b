import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { auditLog } from './audit.schema.ts';
import { mails } from './mail.schema.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations/read.ts';
import { projectRoot } from './process/project-root.ts';

test('a change of a schema.ts is never left without its migration', async () => {
  const script = path.join(projectRoot, 'scripts', 'pending-migration.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(JSON.parse(stdout)).toEqual([]);
});

const WITH_MONEY =
  'orders|packages|subscriptions|ledger|porudzbine|payment_parts|accepted_differences|statement_lines|refunds|disputes|fulfilments|book_entries|book_lines';

test('a constraint comes to a table with money unchecked, and is checked afterwards while others write', () => {
  const adds = new RegExp(`alter table "?(${WITH_MONEY})"?\\s[^;]*add constraint[^;]*(check|foreign key)[^;]*`, 'gi');
  const blocking = readMigrations('server/migrations')
    .filter(({ tag }) => tag >= '0062')
    .flatMap(({ tag, statements }) => [...statements.join('\n').matchAll(adds)].map(([added]) => `${tag}: ${added}`))
    .filter((added) => !/not valid/i.test(added));
  expect(blocking, 'add it NOT VALID, then VALIDATE CONSTRAINT (decision 173)').toEqual([]);
});

test('the three audit actions in snake_case are renamed where they are stored, and the log stays append-only', async () => {
  const { db } = await testApp();
  await db.insert(auditLog).values(
    ['events.payment_dismissed', 'events.payment_linked', 'events.statement_imported', 'events.paid'].map((action) => ({
      actor: 'system',
      action,
      subjectKind: 'statement',
      subjectId: '1',
    })),
  );
  const migration = path.join(projectRoot, 'server', 'migrations', '0032_audit_actions_renamed.sql');
  await db.execute(sql.raw(readFileSync(migration, 'utf8')));
  const rows = await db.select().from(auditLog).orderBy(asc(auditLog.id));
  expect(rows.map(({ action }) => action)).toEqual([
    'events.payment-dismissed',
    'events.payment-linked',
    'events.statement-imported',
    'events.paid',
  ]);
  await expect(db.update(auditLog).set({ action: 'events.paid' })).rejects.toThrow();
});

test('of mails with the link by which money goes to an account nothing is kept that was sent, and what waits stays', async () => {
  const { db } = await testApp();
  const link = 'https://vidik.example/refund/abcdefghijklmnopqrstuv';
  const mail = { to: 'kupac@primer.rs', template: 'payouts.account', props: { link }, html: link, text: link };
  await db.insert(mails).values([
    { ...mail, state: 'sent' },
    { ...mail, html: null, text: null },
    { ...mail, template: 'payouts.other', state: 'sent' },
  ]);
  const migration = path.join(projectRoot, 'server', 'migrations', '0121_doors.sql');
  await db.execute(sql.raw(readFileSync(migration, 'utf8')));
  expect(await db.select().from(mails).orderBy(asc(mails.number))).toMatchObject([
    { state: 'sent', props: {}, html: null, text: null },
    { state: 'queued', props: { link } },
    { state: 'sent', props: { link }, html: link },
  ]);
});

test('indexes of names are built anew when the machine orders names by another version of ICU, and only then', async () => {
  const { db, databaseUrl } = await testApp();
  const state = async () => {
    const { rows } = await db.execute<{ file: string; current: boolean }>(sql`
      select pg_relation_filenode('profiles_by_name')::text as file,
        (select collversion = pg_collation_actual_version(oid) from pg_collation where collname = 'serbian') as current`);
    return rows[0]!;
  };
  const before = await state();
  await migrateDatabase(databaseUrl, 'server/migrations');
  expect(await state()).toEqual(before);
  await db.execute(sql`update pg_collation set collversion = '1.0' where collname = 'serbian'`);
  expect(await state()).toEqual({ ...before, current: false });
  await migrateDatabase(databaseUrl, 'server/migrations');
  expect(await state()).toEqual({ file: expect.not.stringMatching(`^${before.file}$`), current: true });
});
