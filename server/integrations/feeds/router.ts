import { FEED_PERMISSIONS } from '#domain/integrations/feeds/rows.ts';
import { staff } from '../../access.ts';
import { readFeed } from './read-feed.ts';

const door = {
  sales: staff(FEED_PERMISSIONS.orders).integrations.feeds,
  people: staff(FEED_PERMISSIONS.people).integrations.feeds,
  event: staff(FEED_PERMISSIONS.reservations).integrations.feeds,
  vouchers: staff(FEED_PERMISSIONS.vouchers).integrations.feeds,
  accounts: staff(FEED_PERMISSIONS.ledger).integrations.feeds,
};

export const feedsRouter = {
  orders: door.sales.orders.handler(({ context: { deps, actor }, input }) => readFeed(deps.db, actor, 'orders', input)),

  payments: door.sales.payments.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'payments', input),
  ),

  packages: door.sales.packages.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'packages', input),
  ),

  people: door.people.people.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'people', input),
  ),

  reservations: door.event.reservations.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'reservations', input),
  ),

  vouchers: door.vouchers.vouchers.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'vouchers', input),
  ),

  ledger: door.accounts.ledger.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'ledger', input),
  ),

  bookEntries: door.accounts.bookEntries.handler(({ context: { deps, actor }, input }) =>
    readFeed(deps.db, actor, 'book-entries', input),
  ),
};
