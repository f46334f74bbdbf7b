import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveHead, Manifest } from './archive/contents.ts';
import { copyOut, JOBS, keptTables } from './database/tables.ts';

/** Which tables of a database are not what the archive's manifest says, as sentences; on a connection with `SAME_EVERYWHERE`. Jobs begin again, so only their number is compared. */
export async function compareTables(client: pg.Client, head: ArchiveHead, { tables }: Manifest): Promise<string[]> {
  const differences: string[] = [];
  const present = await keptTables(client);
  for (const { name, columns } of head.tables) {
    if (name === JOBS) continue;
    const table = present.find((one) => one.name === name);
    if (!table) {
      differences.push(`${name} is not there`);
      continue;
    }
    const rows = client.query(copyTo(copyOut({ ...table, columns })));
    const hash = createHash('sha256');
    for await (const chunk of rows) hash.update(chunk);
    const wanted = tables[name]!;
    if (rows.rowCount !== wanted.rows) differences.push(`${name} has ${rows.rowCount} rows, not ${wanted.rows}`);
    else if (hash.digest('hex') !== wanted.sha256) differences.push(`${name} has other content`);
  }
  return differences;
}
