import { sql } from 'drizzle-orm';
import { ownDataCopy } from '#domain/accounts/data-copy.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../../context.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { CallLimits } from '../../../limits.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { type OwnData, ownData } from './own-data.ts';

type Format = 'json' | 'html';

/**
 * Hands the account's owner everything we keep about them, and writes down that it was taken. Neither a hundred requests
 * at once nor one every minute make the server gather it all again.
 */
export async function takeOwnData(
  deps: Dependencies,
  { actor, person, limits }: { actor: Actor; person: Person; limits: CallLimits },
  format: Format,
): Promise<File> {
  const wait = await limits.wait('own data');
  if (wait > 0) throw tooOften(wait);
  const file = await deps.db.transaction(
    async (tx) => ((await isAlone(tx, person.id)) ? fileOf(await ownData(tx, person.id, deps.now()), format) : null),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (!file) throw refuse('DATA_BUSY');
  const waitNow = await limits.tryConsume('own data');
  if (waitNow > 0) throw tooOften(waitNow);
  await record(deps.db, actor, {
    action: 'accounts.data-downloaded',
    on: { kind: 'profile', id: person.id },
    after: { format },
  });
  return file;
}

const tooOften = (seconds: number) => refuse('DATA_TOO_OFTEN', { minutes: Math.ceil(seconds / 60) });

/** Held until the transaction ends, by one request of the person in all server processes. */
async function isAlone(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('accounts.own-data'), hashtext(${id})) as alone`,
  );
  return rows[0]!.alone;
}

async function fileOf(data: OwnData, format: Format): Promise<File> {
  const name = ownDataCopy.file(data.generatedAt.toISOString().slice(0, 10));
  if (format === 'json') {
    const { parts, ...about } = data;
    return new File([JSON.stringify({ ...about, ...parts }, null, 2)], `${name}.json`, { type: 'application/json' });
  }
  const { ownDataPage } = await import('./own-data-page.tsx');
  return new File([ownDataPage(data)], `${name}.html`, { type: 'text/html; charset=utf-8' });
}
