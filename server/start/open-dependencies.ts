import { openPasswords } from '../auth/passwords/passwords.ts';
import { openTokens } from '../auth/sessions/tokens.ts';
import type { Config } from '../config.ts';
import type { Dependencies } from '../dependencies.ts';
import { openCouriers } from '../fulfilment/couriers/open.ts';
import { jobNames } from '../jobs.ts';
import { openLive } from '../live/listen.ts';
import { openPayments } from '../payments/stripe/open.ts';
import { openDatabase } from '../platform/db.ts';
import { openQueue } from '../platform/jobs/queue.ts';
import type { Log } from '../platform/log/log.ts';
import { openStorage } from '../platform/storage/open.ts';
import { openPosts } from '../platform/typed-address/post.ts';
import { isPublicOrLoopback } from '../platform/typed-address/target.ts';
import { openVisits } from '../platform/typed-address/visit.ts';
import type { SlowStatement } from '../platform/watch/db-usage.ts';

/** Jobs have connections of their own and longer statements than anybody waits for; where all are in use the next job waits its turn. */
const JOB_LIMITS = { max: 5, statementMs: 10 * 60_000, poolMs: 30_000 };

/** What every process of the shop opens on a database that is migrated. Whoever serves has the payment sandbox, if there is one. */
export async function openDependencies(
  config: Config,
  log: Log,
  databaseUrl: string,
  { db, works, serves }: { db: Dependencies['db']; works: boolean; serves: boolean },
): Promise<Dependencies> {
  const [queue, live, tokens, payments, storage, couriers] = await Promise.all([
    openQueue(databaseUrl, log, jobNames, { works }),
    openLive(databaseUrl),
    openTokens(db, `${config.publicUrl}/auth/v1`, { sealing: config.sealingKeys }),
    openPayments(config, log, { hasSandbox: serves }),
    openStorage(config),
    openCouriers(config, log, { hasDouble: serves }),
  ]);
  return {
    config,
    db,
    databaseUrl,
    log,
    now: () => new Date(),
    live,
    queue,
    payments,
    couriers,
    storage,
    visitAddress: config.visitsAddresses ? openVisits() : null,
    posts: openPosts(config.localTargets ? { isAllowed: isPublicOrLoopback, allowsHttp: true } : {}),
    tokens,
    passwords: openPasswords(),
  };
}

export const openJobDatabase = (
  databaseUrl: string,
  options: { onSlow?: (slow: SlowStatement) => void; settings?: Record<string, string> } = {},
) => openDatabase(databaseUrl, { ...JOB_LIMITS, ...options });
