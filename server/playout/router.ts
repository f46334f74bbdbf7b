import { device, freshProof, member } from '../access.ts';
import { lockWithSession } from '../auth/sessions/lock-with-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { siteVersion } from '../platform/process/site-version.ts';
import { takeBag } from './bag/take-bag.ts';
import { decline } from './decline.ts';
import { createHandOverCode } from './hand-over-code.ts';
import { notifyCampaignsSoon } from './notify-campaigns.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { ownTvs } from './own-tvs.ts';
import { mayShow, type Player } from './player.ts';
import { reportPlays } from './report-plays.ts';
import { noteScreen } from './tvs/note-screen.ts';
import { updateOwnTv } from './update-own-tv.ts';

/** Seconds without a key after which a TV asks whether somebody watches; `null`: its adverts do not depend on it, or it shows none. */
const asksAfterOf = ({ config }: Dependencies, player: Player): number | null =>
  mayShow(player) && player.venue === 'household' ? config.tv.asksAfter : null;

export const playoutRouter = {
  mine: member.playout.mine.handler(({ context: { deps, person } }) => ownTvs(deps.db, person.id, deps.now())),

  decline: member.playout.decline.handler(async ({ context: { deps, person, actor }, input }) => {
    await deps.db.transaction((tx) => decline(tx, actor, person.id, input, deps.now()));
    return { saved: true as const };
  }),

  setUp: member.playout.setUp.handler(async ({ context: { deps, person, actor, limits }, input }) => {
    await deps.db.transaction((tx) => updateOwnTv(tx, deps, actor, person.id, input, limits));
    return { saved: true as const };
  }),

  handOver: member.playout.handOver.use(freshProof).handler(({ context: { deps, person, actor }, input }) =>
    deps.db.transaction(async (tx) => {
      await lockWithSession(tx, person);
      return createHandOverCode(tx, actor, person.id, input.serial, deps.now());
    }),
  ),

  tv: {
    bag: device.playout.tv.bag.handler(async ({ context: { deps, tv } }) => {
      const now = deps.now();
      const { player, leases, revoked } = await oneAtATime(deps.db, tv.id, () => takeBag(deps, tv.id, now));
      return {
        now,
        state: player.state,
        isPlaceMissing: player.isPlaceMissing,
        leases,
        revoked,
        version: siteVersion(),
        programme: deps.config.tv.programme,
        asksAfter: asksAfterOf(deps, player),
      };
    }),

    report: device.playout.tv.report.handler(async ({ context: { deps, tv, ip }, input }) => {
      const now = deps.now();
      const told = await oneAtATime(deps.db, tv.id, () => reportPlays(deps.db, tv.id, input, now));
      const { player, revoked, changed } = told;
      notifyCampaignsSoon(deps.db, changed);
      const remove = [...new Set([...input.plays.map(({ lease }) => lease), ...input.unplayed])];
      const isMeasured = player.state !== 'declined';
      const command = await noteScreen(deps, tv.id, input.screen, { ip, isMeasured }, now);
      const { state, isPlaceMissing } = player;
      return {
        now,
        state,
        isPlaceMissing,
        asksAfter: asksAfterOf(deps, player),
        revoked,
        version: siteVersion(),
        command,
        remove,
      };
    }),
  },
};
