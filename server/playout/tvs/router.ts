import { staff } from '../../access.ts';
import { blockTv, unblockTv } from '../../flows/campaigns/block-tv.ts';
import { openRewardsOf } from '../../flows/rewards/open-rewards.ts';
import {
  clearSuspicion,
  commandTv,
  confirmVenue,
  moveTv,
  refuseOwnTv,
  refuseVenue,
  releaseDeviceOfErasedOwner,
} from './decide-tvs.ts';
import { listTvs, overviewOf, readTv, suspiciousTvs } from './read-tvs.ts';

const desk = staff('manage campaigns').tvs.admin;
const done = { done: true as const };

export const tvsRouter = {
  admin: {
    overview: desk.overview.handler(({ context: { deps } }) => overviewOf(deps.db, deps.now())),
    list: desk.list.handler(({ context: { deps }, input }) => listTvs(deps.db, input, deps.now())),
    suspicious: desk.suspicious.handler(async ({ context: { deps } }) => {
      const found = await suspiciousTvs(deps.db, deps.now());
      const rewards = await openRewardsOf(
        deps.db,
        found.map(({ id }) => id),
      );
      return found.map((tv) => ({ ...tv, openReward: rewards.get(tv.id) ?? 0 }));
    }),
    read: desk.read.handler(async ({ context: { deps }, input: { id } }) => {
      const tv = await readTv(deps.db, id, deps.now());
      return { ...tv, openReward: (await openRewardsOf(deps.db, [id])).get(id) ?? 0 };
    }),
    block: desk.block.handler(({ context: { deps, actor }, input }) => blockTv(deps, actor, input)),
    unblock: desk.unblock.handler(async ({ context: { deps, person, actor }, input }) => {
      await refuseOwnTv(deps.db, person, input.id);
      await unblockTv(deps, actor, input.id);
      return done;
    }),
    clear: desk.clear.handler(async ({ context: { deps, person, actor }, input }) => {
      await refuseOwnTv(deps.db, person, input.id);
      await deps.db.transaction((tx) => clearSuspicion(tx, actor, input.id, input.suspicion, deps.now()));
      return done;
    }),
    confirm: desk.confirm.handler(async ({ context: { deps, person, actor }, input }) => {
      await refuseOwnTv(deps.db, person, input.id);
      await deps.db.transaction((tx) => confirmVenue(tx, actor, input, deps.now()));
      return done;
    }),
    refuse: desk.refuse.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => refuseVenue(tx, deps, actor, input));
      return done;
    }),
    move: desk.move.handler(async ({ context: { deps, person, actor }, input }) => {
      await refuseOwnTv(deps.db, person, input.id);
      await deps.db.transaction((tx) => moveTv(tx, actor, input, deps.now()));
      return done;
    }),
    command: desk.command.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => commandTv(tx, actor, input, deps.now()));
      return done;
    }),
    freeDevice: desk.freeDevice.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => releaseDeviceOfErasedOwner(tx, actor, input.serial));
      return done;
    }),
  },
};
