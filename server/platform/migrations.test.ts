import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as schema from '../schema.ts';
import { projectRoot } from './project-root.ts';

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
