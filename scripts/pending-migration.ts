import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { projectRoot } from '../server/platform/process/project-root.ts';
import * as schema from '../server/schema.ts';

/**
 * Prints, as a list in JSON, the statements that lie between the last migration and the schema.ts files. A process of its
 * own, because drizzle-kit adds methods to Array.prototype and other libraries refuse to load after that.
 */
const meta = path.join(projectRoot, 'server', 'migrations', 'meta');
const last = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
  .at(-1)!;
const migrated = JSON.parse(readFileSync(path.join(meta, last), 'utf8'));
const described = generateDrizzleJson(schema, migrated.id, ['public', 'auth']);
process.stdout.write(JSON.stringify(await generateMigration(migrated, described)));
