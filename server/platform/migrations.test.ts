import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as schema from '../schema.ts';
import { testApp } from '../test/app.ts';
import { auditLog } from './audit.schema.ts';
import { projectRoot } from './process/project-root.ts';

const meta = path.join(projectRoot, 'server', 'migrations', 'meta');

test('a change of a schema.ts is never left without its migration', async () => {
  const last = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1)!;
  const migrated = JSON.parse(readFileSync(path.join(meta, last), 'utf8'));
  const described = generateDrizzleJson(schema, migrated.id, ['public', 'auth']);
  expect(await generateMigration(migrated, described)).toEqual([]);
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
