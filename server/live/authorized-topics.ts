import { personOfSession } from '../access.ts';
import type { Person } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { RECONNECT, RESYNC } from './listen.ts';

export const neverAborted = new AbortController().signal;

/** Where a person's own account is spoken of. */
export const accountTopic = ({ id }: Person) => `account:${id}`;

/**
 * What is notified of the topics and of the own account, for as long as the person `may`; `ready` at the start and after
 * every gap, and `reconnect` at the end when this server stops. The own account's topic, or notifications that may have been missed, make the server look again: a lost right, a block, a deletion or a sign-out ends
 * the stream at once, before anything else that waits to be sent, not with the token. It looks once more after listening has begun, so that nothing falls in between.
 */
export async function* authorizedEvents(
  may: (person: Person) => boolean,
  topics: readonly string[],
  deps: Dependencies,
  person: Person,
  signal: AbortSignal,
) {
  const own = accountTopic(person);
  const stop = new AbortController();
  const notifications = deps.live.subscribe([own, ...topics], AbortSignal.any([signal, stop.signal]));
  const stillAuthorized = async () => {
    const now = await personOfSession(deps, person.sessionId, person.id);
    return now !== null && may(now);
  };
  try {
    if (!(await stillAuthorized())) return;
    yield 'ready';
    for await (const topic of notifications) {
      if (topic === RECONNECT) {
        yield topic;
        return;
      }
      const stays = topic !== own && topic !== RESYNC ? true : await stillAuthorized();
      if (stays || topic === own) yield topic === RESYNC ? 'ready' : topic;
      if (!stays) return;
    }
  } finally {
    stop.abort();
  }
}
