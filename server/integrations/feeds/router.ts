import { FEED_PERMISSIONS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { staff } from '../../access.ts';
import { readFeed } from './read-feed.ts';

const door = (feed: Feed) => staff(FEED_PERMISSIONS[feed]).integrations.feeds;

export const feedsRouter = {
  orders: door('orders').orders.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'orders', input),
  ),

  payments: door('payments').payments.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'payments', input),
  ),

  packages: door('packages').packages.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'packages', input),
  ),

  people: door('people').people.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'people', input),
  ),

  reservations: door('reservations').reservations.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'reservations', input),
  ),

  vouchers: door('vouchers').vouchers.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'vouchers', input),
  ),

  ledger: door('ledger').ledger.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'ledger', input),
  ),

  bookEntries: door('book-entries').bookEntries.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'book-entries', input),
  ),
};
