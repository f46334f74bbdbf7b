import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveHead, Manifest } from './archive/contents.ts';
import { copyOut, countJobs, JOBS, keptTables } from './database/tables.ts';

/**
 * Which tables of a database are not what the archive's manifest says, as sentences; on a connection with `COPY_SESSION_SETTINGS_SQL`.
 * Jobs begin again, so only their number is compared, without the `unknownJobs` that this version has no names for.
 */
export async function compareTables(
  client: pg.Client,
  head: ArchiveHead,
  { manifest: { tables }, unknownJobs }: { manifest: Manifest; unknownJobs: number },
): Promise<string[]> {
  const differences: string[] = [];
  const present = await keptTables(client);
  for (const { name, columns } of head.tables) {
    if (name === JOBS) {
      const [found, wanted] = [await countJobs(client), tables[name]!.rows - unknownJobs];
      if (found !== wanted) differences.push(`${name} has ${found} rows, not ${wanted}`);
      continue;
    }
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
