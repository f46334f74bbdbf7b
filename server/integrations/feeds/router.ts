import { FEED_PERMISSIONS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { staff } from '../../access.ts';
import { readFeed } from './read-feed.ts';

const proceduresOf = (feed: Feed) => staff(FEED_PERMISSIONS[feed]).integrations.feeds;

export const feedsRouter = {
  orders: proceduresOf('orders').orders.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'orders', input),
  ),

  payments: proceduresOf('payments').payments.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'payments', input),
  ),

  packages: proceduresOf('packages').packages.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'packages', input),
  ),

  people: proceduresOf('people').people.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'people', input),
  ),

  reservations: proceduresOf('reservations').reservations.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'reservations', input),
  ),

  vouchers: proceduresOf('vouchers').vouchers.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'vouchers', input),
  ),

  ledger: proceduresOf('ledger').ledger.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'ledger', input),
  ),

  bookEntries: proceduresOf('book-entries').bookEntries.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'book-entries', input),
  ),
};
