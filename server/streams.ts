import { isAtLeast, type Level } from '#domain/access.ts';
import { type Person, personOfSession } from './access.ts';
import type { Edges } from './app.ts';
import { type Pauses, RESUMED } from './platform/live.ts';

export const NEVER = new AbortController().signal;

/** Where a person's own account is spoken of. */
export const accountTopic = ({ id }: Person) => `account:${id}`;

/**
 * The topics' words, and those of the own account, for as long as the person has that level; `ready` at the start and after
 * every gap. The own account's word, or words that may have been missed, make the server look again: a lost right, a block, a deletion or a sign-out ends
 * the stream at once, before anything else that waits to be told, not with the token. It looks once more after listening has begun, so that nothing falls in between.
 */
export async function* wordsWhile(
  level: Level,
  topics: readonly string[],
  edges: Edges,
  person: Person,
  signal: AbortSignal,
  pauses?: Pauses,
) {
  const own = accountTopic(person);
  const stop = new AbortController();
  const words = edges.live.words([own, ...topics], AbortSignal.any([signal, stop.signal]), pauses);
  const mayStay = async () => {
    const now = await personOfSession(edges, person.sessionId, person.id);
    return now !== null && isAtLeast(now.level, level);
  };
  try {
    if (!(await mayStay())) return;
    yield 'ready';
    for await (const word of words) {
      const stays = word !== own && word !== RESUMED ? true : await mayStay();
      if (stays || word === own) yield word === RESUMED ? 'ready' : word;
      if (!stays) return;
    }
  } finally {
    stop.abort();
  }
}
