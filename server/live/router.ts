import { isAtLeast, type Level } from '#domain/access.ts';
import { LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { type Person, personOfSession, signedIn, staff } from '../access.ts';
import type { Edges } from '../app.ts';
import { RESUMED } from '../platform/live.ts';

const NEVER = new AbortController().signal;

/**
 * Streams say that something changed, never what. A reader's own account word, or words that may have been missed, make
 * the server look again whether the reader may still read: a lost right, a block, a deletion or a sign-out ends the
 * stream at once, not with the token. It looks once more after listening has begun, so that nothing falls in between.
 */
export const liveRouter = {
  admin: staff('see sales').live.admin.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    const own = accountTopic(person);
    for await (const word of wordsWhile('admin', [...LIVE_TABLES, own], edges, person, signal)) {
      if (word !== own) yield { changed: word as 'ready' | LiveTable };
    }
  }),

  me: signedIn.live.me.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    const own = accountTopic(person);
    for await (const word of wordsWhile('waiting', [own], edges, person, signal)) {
      yield { changed: word === 'ready' ? ('ready' as const) : ('account' as const) };
    }
  }),
};

/** `ready` at the start and after every gap, the topics' words, and the end when the person falls below the level. */
async function* wordsWhile(level: Level, topics: string[], edges: Edges, person: Person, signal: AbortSignal) {
  const own = accountTopic(person);
  const stop = new AbortController();
  const words = edges.live.words(topics, AbortSignal.any([signal, stop.signal]));
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

const accountTopic = ({ id }: Person) => `account:${id}`;
