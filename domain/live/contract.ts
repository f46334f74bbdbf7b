import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';

/** The four lists that refresh by themselves, by their table's name in the database. */
export const LIVE_TABLES = ['orders', 'packages', 'profiles', 'porudzbine'] as const;
export const LiveTable = z.enum(LIVE_TABLES);
export type LiveTable = z.infer<typeof LiveTable>;

/** How long a list waits after a change before it reloads, in milliseconds (specification, section 9). */
export const LIST_REFRESH_DELAY: Record<LiveTable, number> = {
  orders: 50,
  packages: 50,
  porudzbine: 50,
  profiles: 100,
};

/**
 * Says that something changed, never what: the reader asks again through its own door. `ready` opens the stream; whoever
 * sees it a second time was disconnected in between and reloads. The stream ends with the right to read it.
 */
export const live = {
  /** Changes of the admin lists. */
  admin: oc
    .route({ method: 'GET', path: '/live/admin', tags: ['live'] })
    .output(eventIterator(z.object({ changed: z.union([z.literal('ready'), LiveTable]) }))),
  /** Changes of the caller's own account: approval, deletion, rights. */
  me: oc
    .route({ method: 'GET', path: '/live/me', tags: ['live'] })
    .output(eventIterator(z.object({ changed: z.enum(['ready', 'account']) }))),
};
