import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { isTest, sourceFilesIn } from './sources.ts';

/** Whoever else reads page by page, and why a change reads no more of it again than it must. */
const OTHERS: Record<string, string> = {
  'web/app/bank/use-statement-lines.ts':
    'lines stand in the order of their file: the first page and that of the row in hand',
  'web/app/advertising/my/my-ledger.tsx': 'a member’s own: changes of nobody else reach it',
  'web/app/advertising/my/my-periods.tsx': 'a member’s own: changes of nobody else reach it',
  'web/app/network/my-network.tsx': 'a member’s own: changes of nobody else reach it',
  'web/app/campaigns/report/uncounted-plays.tsx': 'of one campaign: read again when the sum above it is another one',
};

test('a list that is read page by page is read by useAdminList, which reads only its first page again after a change', () => {
  const readers = sourceFilesIn(root, ['web']).filter(
    (name) => !isTest(name) && /useInfiniteQuery\(/.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(readers.sort()).toEqual(['web/app/admin/use-admin-list.ts', ...Object.keys(OTHERS)].sort());
});
