import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Cursor } from '../../shapes.ts';
import { FEED_PART, type Feed } from './rows.ts';

const FeedInput = z.object({
  after: Cursor.optional().describe('The cursor of the last row that was read; nothing begins at the first.'),
  limit: z.coerce.number().int().min(1).max(FEED_PART.most).default(FEED_PART.usual),
  format: z.enum(['jsonl', 'csv']).default('jsonl'),
});
export type FeedInput = z.output<typeof FeedInput>;

const feed = <Name extends Feed>(name: Name) =>
  oc
    .route({
      method: 'GET',
      path: `/v1/${name}`,
      tags: ['feeds'],
      description:
        'Every row once, in the order in which they last changed, and again when it changes; removed rows too. Fewer rows than ' +
        'the limit: that is all for now.',
    })
    .input(FeedInput)
    .output(z.file())
    .errors(refusals({ FEED_RESTARTED: { status: 410 }, CURSOR_INVALID: { status: 400 } }));

/** Everything there is, for other programs, row by row and without gaps. */
export const feeds = {
  orders: feed('orders'),
  payments: feed('payments'),
  people: feed('people'),
  packages: feed('packages'),
  reservations: feed('reservations'),
  vouchers: feed('vouchers'),
  ledger: feed('ledger'),
  bookEntries: feed('book-entries'),
};
