import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { LIVE_TOPICS, type LiveTopic } from './rules.ts';

const Topic = z.enum(Object.keys(LIVE_TOPICS) as [LiveTopic, ...LiveTopic[]]);

/**
 * Says that something changed, never what: the reader asks again through its own procedure. `ready` opens the stream; whoever
 * sees it a second time was disconnected in between and reloads. The stream ends with the right to read it, and with
 * `reconnect` when its server stops: opened again at once, it is served by another one.
 */
export const live = {
  /** Changes of the admin lists. */
  admin: oc
    .route({ method: 'GET', path: '/live/admin', tags: ['live'] })
    .output(eventIterator(z.object({ changed: z.union([z.enum(['ready', 'reconnect']), Topic]) }))),
  /** Changes of the caller's own account: approval, deletion, rights. */
  me: oc
    .route({ method: 'GET', path: '/live/me', tags: ['live'] })
    .output(eventIterator(z.object({ changed: z.enum(['ready', 'reconnect', 'account']) }))),
};
