import { desc } from 'drizzle-orm';
import { kindOfSeries } from '#domain/documents/document-settings.ts';
import { readDocumentNumber } from '#domain/documents/kinds.ts';
import { dayOf } from '#domain/time.ts';
import { continueSeries } from '../../documents/continue-series.ts';
import { documentSeries } from '../../documents/schema.ts';
import type { ResumePart } from './part.ts';

/**
 * Numbers that were given out after the archive was made must not be given again: nobody but the operator knows the last of each series.
 * It comes first, because the payments that are caught up with issue documents.
 */
export const continueNumbers: ResumePart = {
  name: 'numbers of documents',
  async run(deps, { documents: answer }) {
    const { config, db, now } = deps;
    if (answer === null) {
      const known = await db.select().from(documentSeries).orderBy(desc(documentSeries.year), documentSeries.series);
      const year = dayOf(now()).slice(0, 4);
      return {
        waits: true,
        lines: [
          'which was the last number of each series that was given out? The archive knows',
          ...(known.length === 0 ? ['  none'] : known.map((row) => `  ${row.series}-${row.year}: ${row.last}`)),
          `  say --documents=none if none was given since, or the last ones: --documents=${config.documents.series.invoice}-${year}-000391,…`,
        ],
      };
    }
    const lines: string[] = [];
    for (const number of answer) {
      const named = readDocumentNumber(number);
      if (!named || !kindOfSeries(config.documents, named.series)) {
        lines.push(`${number} is no number of ours`);
        continue;
      }
      const skipped = await db.transaction((tx) => continueSeries(tx, named));
      lines.push(
        skipped > 0
          ? `${number}: ${skipped} numbers are not in this database and will not be given again`
          : `${number} is known`,
      );
    }
    const isWrong = lines.some((line) => line.endsWith('no number of ours'));
    return {
      lines: lines.length > 0 ? lines : ['none was given since the archive'],
      ...(isWrong ? { waits: true } : {}),
    };
  },
};
