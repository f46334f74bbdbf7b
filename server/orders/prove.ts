import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log/log.ts';

const DIFFERENCES_SHOWN = 20;

/** Every night, unless orders are still being caught up with. Whatever is found was written past the events and is for a person to look into; nothing is corrected. */
export async function proveOrders({ db, log }: { db: Pick<Database, 'ask'>; log: Pick<Log, 'error'> }): Promise<void> {
  const found = await db.ask(`select *, count(*) over ()::int as total from order_differences
     where not exists (select from order_catch_ups) limit ${DIFFERENCES_SHOWN}`);
  if (found.length > 0) log.error({ found }, 'states of orders are not those of their facts');
}
