import { staff } from '../../access.ts';
import { blockTv, unblockTv } from '../../flows/campaigns/block-tv.ts';
import { clearSuspicion, commandTv, confirmVenue, moveTv, refuseVenue } from './decide-tvs.ts';
import { listTvs, overviewOf, readTv, suspiciousTvs } from './read-tvs.ts';

const desk = staff('manage campaigns').tvs.admin;
const done = { done: true as const };

export const tvsRouter = {
  admin: {
    overview: desk.overview.handler(({ context: { deps } }) => overviewOf(deps.db, deps.now())),
    list: desk.list.handler(({ context: { deps }, input }) => listTvs(deps.db, input, deps.now())),
    suspicious: desk.suspicious.handler(({ context: { deps } }) => suspiciousTvs(deps.db, deps.now())),
    read: desk.read.handler(({ context: { deps }, input }) => readTv(deps.db, input.id, deps.now())),
    block: desk.block.handler(({ context: { deps, actor }, input }) => blockTv(deps, actor, input)),
    unblock: desk.unblock.handler(async ({ context: { deps, actor }, input }) => {
      await unblockTv(deps, actor, input.id);
      return done;
    }),
    clear: desk.clear.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => clearSuspicion(tx, actor, input.id, input.suspicion, deps.now()));
      return done;
    }),
    confirm: desk.confirm.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => confirmVenue(tx, actor, input, deps.now()));
      return done;
    }),
    refuse: desk.refuse.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => refuseVenue(tx, deps, actor, input));
      return done;
    }),
    move: desk.move.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => moveTv(tx, actor, input));
      return done;
    }),
    command: desk.command.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => commandTv(tx, actor, input, deps.now()));
      return done;
    }),
  },
};
