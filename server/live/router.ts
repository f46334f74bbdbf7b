import { LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { signedIn, staff } from '../access.ts';
import { accountTopic, NEVER, wordsWhile } from '../streams.ts';

/** These streams say that something changed, never what. */
export const liveRouter = {
  admin: staff('see sales').live.admin.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    const own = accountTopic(person);
    for await (const word of wordsWhile('admin', LIVE_TABLES, edges, person, signal)) {
      if (word !== own) yield { changed: word as 'ready' | LiveTable };
    }
  }),

  me: signedIn.live.me.handler(async function* ({ context: { edges, person }, signal = NEVER }) {
    for await (const word of wordsWhile('waiting', [], edges, person, signal)) {
      yield { changed: word === 'ready' ? ('ready' as const) : ('account' as const) };
    }
  }),
};
