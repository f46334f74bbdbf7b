import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/process/project-root.ts';
import { testApp } from '../../test/app.ts';

const app = await testApp();
const page = readFileSync(path.join(projectRoot, 'docs/privacy.md'), 'utf8');

/** `## table`, and the names in the first cell of each row of its table. */
function listed(): Map<string, string[]> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title, ...lines] = section.split('\n');
      const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|')[1]!);
      return [title!.trim(), cells.flatMap(namesIn)];
    }),
  );
}
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

async function columns(): Promise<Map<string, string[]>> {
  const { rows } = await app.db.execute<{ table: string; columns: string[] }>(sql`
    select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as "table",
           array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' group by 1`);
  return new Map(rows.map((row) => [row.table, row.columns]));
}

test('every column of every table that knows people is listed in docs/privacy.md, with why and how long', async () => {
  const [there, documented] = [await columns(), listed()];
  const innocent = page.split('## Tables without personal data')[1]!.split('Jobs (schema')[0]!;
  for (const table of namesIn(innocent)) {
    expect(there.has(table), `${table} is a table`).toBe(true);
    there.delete(table);
  }
  documented.delete('Tables without personal data');
  expect([...documented.keys()].sort()).toEqual([...there.keys()].sort());
  for (const [table, names] of there) expect(documented.get(table)!.toSorted(), table).toEqual(names.toSorted());
});

test('every row says why, on what basis and how long', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(50);
  for (const row of rows) {
    const [, why, basis, howLong] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    expect(basis, row).toMatch(/^(contract|law|interest|consent)$/);
    expect([why, howLong], row).not.toContain('');
  }
});
