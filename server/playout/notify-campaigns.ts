import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db.ts';
import { perInstance } from '../platform/per-instance.ts';

/** Milliseconds in which one server says of a company at most once that plays of its campaigns arrived. */
const NOTIFY_MS = 1_000;

const waitingOf = perInstance<Database, Set<string>>(() => new Set());

/**
 * Tells the companies of these campaigns, soon and once for all that arrives meanwhile, that their numbers changed. Outside the transaction
 * of a report, which no listener may slow down; what is lost with a server only makes an open page wait for the next play.
 */
export function notifyCampaignsSoon(db: Database, campaigns: readonly string[]): void {
  const waiting = waitingOf(db);
  const isFirst = waiting.size === 0 && campaigns.length > 0;
  for (const id of campaigns) waiting.add(id);
  if (!isFirst) return;
  setTimeout(() => {
    const ids = [...waiting];
    waiting.clear();
    db.execute(sql`
      select note_change('account:' || profile_id) from (
        select distinct profile_id from campaigns where id = any(${sql.param(ids)}::uuid[]) and profile_id is not null) companies`).catch(
      () => {},
    );
  }, NOTIFY_MS).unref();
}
