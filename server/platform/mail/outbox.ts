import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../db.ts';
import { mails } from '../mail.schema.ts';

/** How long a mail written to a file stays in `DATA_DIR/outbox`. */
export const OUTBOX_DAYS = 30;

/**
 * Without a mail server every mail is a file. It goes with what the table keeps: when the mail's row is gone, or was emptied
 * because its person was erased, and after thirty days in any case.
 */
export async function cleanOutbox({
  db,
  config,
  now,
}: {
  db: Database;
  config: Config;
  now: () => Date;
}): Promise<void> {
  const outbox = path.join(config.dataDir, 'outbox');
  const files = (await namesIn(outbox)).flatMap((name) => {
    const number = /^(\d+)-.*\.eml$/.exec(name)?.[1];
    return number ? [{ file: path.join(outbox, name), number: Number(number) }] : [];
  });
  const kept = await keptNumbers(
    db,
    files.map(({ number }) => number),
  );
  const oldest = now().getTime() - OUTBOX_DAYS * DAY_MS;
  for (const { file, number } of files)
    if (!kept.has(number) || (await changedAt(file)) < oldest) await rm(file, { force: true });
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Milliseconds since 1970; a file that went meanwhile is as old as can be. */
async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Mails at once in one question. */
const BATCH = 5_000;

/** Those with a row that still says what the mail was: a sent one has its subject for as long as it may be known. */
async function keptNumbers(db: Database, numbers: number[]): Promise<Set<number>> {
  const kept = new Set<number>();
  for (let from = 0; from < numbers.length; from += BATCH) {
    const rows = await db
      .select({ number: mails.number })
      .from(mails)
      .where(
        and(
          inArray(mails.number, numbers.slice(from, from + BATCH)),
          or(ne(mails.state, 'sent'), isNotNull(mails.subject)),
        ),
      );
    for (const { number } of rows) kept.add(number);
  }
  return kept;
}
