import { isAtLeast } from '#domain/access.ts';
import { LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { personOfSession, signedIn, staff } from '../access.ts';
import { RESUMED } from '../platform/live.ts';

const NEVER = new AbortController().signal;
const isTable = (word: string): word is LiveTable => (LIVE_TABLES as readonly string[]).includes(word);

/**
 * Streams say that something changed, never what. A reader's own account word makes the server look again whether the
 * reader may still read: a lost right ends the stream with the next word, not with the token.
 */
export const liveRouter = {
  admin: staff('see sales').live.admin.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    const words = edges.live.words(signal);
    yield { changed: 'ready' as const };
    for await (const word of words) {
      if (word === RESUMED) yield { changed: 'ready' as const };
      else if (isTable(word)) yield { changed: word };
      else if (isAbout(word, person.id)) {
        const now = await personOfSession(edges, person.sessionId, person.id);
        if (!now || !isAtLeast(now.level, 'admin')) return;
      }
    }
  }),

  me: signedIn.live.me.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    const words = edges.live.words(signal);
    yield { changed: 'ready' as const };
    for await (const word of words) {
      if (word === RESUMED) yield { changed: 'ready' as const };
      else if (isAbout(word, person.id)) {
        yield { changed: 'account' as const };
        if (!(await personOfSession(edges, person.sessionId, person.id))) return;
      }
    }
  }),
};

const isAbout = (word: string, personId: string) => word === `account:${personId}`;
