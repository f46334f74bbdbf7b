import { device } from '../access.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { reportPlays } from './report-plays.ts';
import { takeBag } from './take-bag.ts';

export const playoutRouter = {
  tv: {
    bag: device.playout.tv.bag.handler(async ({ context: { deps, tv } }) => {
      const now = deps.now();
      const { player, leases, revoked } = await oneAtATime(deps.db, tv.id, () => takeBag(deps.db, tv.id, now));
      return { now, state: player.state, leases, revoked };
    }),

    report: device.playout.tv.report.handler(async ({ context: { deps, tv }, input }) => {
      const now = deps.now();
      const { player, revoked } = await oneAtATime(deps.db, tv.id, () => reportPlays(deps.db, tv.id, input, now));
      const remove = [...new Set([...input.plays.map(({ lease }) => lease), ...input.unplayed])];
      return { now, state: player.state, revoked, remove };
    }),
  },
};
