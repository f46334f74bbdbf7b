import pg from 'pg';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** The tables in the plans of all statements that a question sends, without those of the checks it passes and of jobs. */
export async function tablesRead({ databaseUrl }: TestApp, ask: () => Promise<unknown>): Promise<string[]> {
  const statements = new Set<string>();
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const asked = args[0] as string | { text?: string };
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text && /^\s*(select|with|\()/i.test(text) && !text.includes('live_changes')) statements.add(text);
    return (query as (...all: unknown[]) => never).apply(this, args);
  });
  await ask();
  spy.mockRestore();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = new Set<string>();
  for (const text of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(
      `explain (generic_plan, verbose, format json) ${text}`,
    );
    const found = relationsIn(rows[0]!['QUERY PLAN']);
    if (found.every(({ schema }) => schema === 'public')) for (const { table } of found) tables.add(table);
  }
  await client.end();
  return [...tables];
}

function relationsIn(plan: unknown): { schema: string; table: string }[] {
  if (Array.isArray(plan)) return plan.flatMap(relationsIn);
  if (plan === null || typeof plan !== 'object') return [];
  const { 'Relation Name': table, Schema: schema } = plan as Record<string, unknown>;
  const here = typeof table === 'string' ? [{ schema: String(schema), table }] : [];
  return [...here, ...Object.values(plan).flatMap(relationsIn)];
}
