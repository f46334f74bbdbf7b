import { isAtLeast } from '#domain/access.ts';
import { LIVE_DUTIES, LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { anyStaff, hasDuty, type Person, signedIn } from '../access.ts';
import { accountTopic, authorizedEvents, neverAborted } from './authorized-topics.ts';
import { openStream } from './open-streams.ts';

const tablesOf = (person: Person): readonly LiveTable[] =>
  LIVE_TABLES.filter((table) => LIVE_DUTIES[table].some((duty) => hasDuty(person, duty)));

/** These streams say that something changed, never what. */
export const liveRouter = {
  /** Ends when the person's duties open other lists than before: the next one is of those. */
  admin: anyStaff.live.admin.handler(({ context, signal = neverAborted }) => {
    const { deps, person } = context;
    const own = accountTopic(person);
    const tables = tablesOf(person);
    const asBefore = (now: Person) => isAtLeast(now.level, 'admin') && tablesOf(now).join() === tables.join();
    return openStream(context, { session: person.sessionId }, signal, async function* () {
      for await (const topic of authorizedEvents(asBefore, tables, deps, person, signal)) {
        if (topic !== own) yield { changed: topic as 'ready' | LiveTable };
      }
    });
  }),

  me: signedIn.live.me.handler(({ context, signal = neverAborted }) => {
    const { deps, person } = context;
    const hasAccount = ({ level }: Person) => isAtLeast(level, 'waiting');
    return openStream(context, { session: person.sessionId }, signal, async function* () {
      for await (const topic of authorizedEvents(hasAccount, [], deps, person, signal)) {
        yield { changed: topic === 'ready' ? ('ready' as const) : ('account' as const) };
      }
    });
  }),
};
