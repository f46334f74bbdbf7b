import { isAtLeast } from '#domain/access.ts';
import { type LiveTopic, topicsOf } from '#domain/live/rules.ts';
import { anyStaff, signedIn } from '../access.ts';
import type { Person } from '../context.ts';
import { accountTopic, authorizedEvents, neverAborted } from './authorized-topics.ts';
import { RECONNECT } from './listen.ts';
import { openStream } from './open-streams.ts';

const topicsFor = (person: Person) => topicsOf((permission) => person.permissions.has(permission));

/** These streams say that something changed, never what. */
export const liveRouter = {
  /** Ends when the person may see other lists than before: the next one is of those. */
  admin: anyStaff.live.admin.handler(({ context, signal = neverAborted }) => {
    const { deps, person } = context;
    const own = accountTopic(person);
    const topics = topicsFor(person);
    const asBefore = (now: Person) => isAtLeast(now.level, 'admin') && topicsFor(now).join() === topics.join();
    return openStream(context, { session: person.sessionId }, signal, async function* () {
      for await (const topic of authorizedEvents(asBefore, topics, deps, person, signal)) {
        if (topic !== own) yield { changed: topic as 'ready' | typeof RECONNECT | LiveTopic };
      }
    });
  }),

  me: signedIn.live.me.handler(({ context, signal = neverAborted }) => {
    const { deps, person } = context;
    const hasAccount = ({ level }: Person) => isAtLeast(level, 'waiting');
    return openStream(context, { session: person.sessionId }, signal, async function* () {
      for await (const topic of authorizedEvents(hasAccount, [], deps, person, signal)) {
        yield { changed: topic === 'ready' || topic === RECONNECT ? topic : ('account' as const) };
      }
    });
  }),
};
