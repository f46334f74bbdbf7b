import type { Passwords } from './auth/passwords/passwords.ts';
import type { Tokens } from './auth/sessions/tokens.ts';
import type { Config } from './config.ts';
import type { Couriers } from './fulfilment/couriers/courier.ts';
import type { Live } from './live/listen.ts';
import type { PaymentGateway } from './payments/gateway.ts';
import type { Database } from './platform/db.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { Log } from './platform/log/log.ts';
import type { Storage } from './platform/storage/open.ts';
import type { PostSender } from './platform/typed-address/post.ts';
import type { VisitAddress } from './platform/typed-address/visit.ts';

/** Everything outside our own code that the server touches; tests and `npm start` differ only here. */
export interface Dependencies {
  config: Config;
  db: Database;
  /** PostgreSQL itself, for a connection that needs a session or other limits; `db` may go through a pooler. */
  databaseUrl: string;
  log: Log;
  now: () => Date;
  live: Live;
  queue: Queue;
  payments: PaymentGateway;
  couriers: Couriers;
  storage: Storage;
  /** Opens addresses that companies typed; `null`: nobody looks at them. */
  visitAddress: VisitAddress | null;
  /** Sends what happened to addresses that staff typed. */
  posts: PostSender;
  tokens: Tokens;
  passwords: Passwords;
}
