import { anyone, member, staff } from '../access.ts';
import { choosePlaces, removePlace, replacePlace } from '../flows/special/places.ts';
import { choosable, deskRuns, ownRuns, readPlaces, specialPackageOffer } from '../flows/special/read-runs.ts';
import {
  answerSpecialRequest,
  closeSpecialRequest,
  openSpecialRequests,
  ownSpecialRequests,
  requestPackage,
} from '../flows/special/requests.ts';
import { beginCampaign, startRun } from '../flows/special/start-run.ts';

const own = member.special.own;
const desk = staff('manage campaigns').special.admin;
const done = { done: true as const };

export const specialRouter = {
  reach: anyone.special.reach.handler(({ context: { deps } }) => specialPackageOffer(deps)),
  own: {
    list: own.list.handler(({ context: { deps, person } }) => ownRuns(deps.db, person.id, deps.now())),
    requests: own.requests.handler(({ context: { deps, person } }) => ownSpecialRequests(deps.db, person.id)),
    request: own.request.handler(async ({ context: { deps, person, actor }, input }) => {
      await requestPackage(deps, actor, person.id, input);
      return done;
    }),
    begin: own.begin.handler(async ({ context: { deps, person }, input }) => ({
      campaign: await deps.db.transaction((tx) => beginCampaign(tx, person.id, input, deps.now())),
    })),
  },
  admin: {
    requests: desk.requests.handler(({ context: { deps } }) => openSpecialRequests(deps.db)),
    answer: desk.answer.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => answerSpecialRequest(tx, deps, actor, input));
      return done;
    }),
    close: desk.close.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => closeSpecialRequest(tx, deps, actor, input.id));
      return done;
    }),
    list: desk.list.handler(({ context: { deps } }) => deskRuns(deps.db, deps.now())),
    places: desk.places.handler(({ context: { deps }, input }) => readPlaces(deps.db, input.id, deps.now())),
    tvs: desk.tvs.handler(({ context: { deps }, input }) => choosable(deps.db, input, deps.now())),
    choose: desk.choose.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => choosePlaces(tx, actor, input, deps.now()));
      return done;
    }),
    remove: desk.remove.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => removePlace(tx, actor, input, deps.now()));
      return done;
    }),
    replace: desk.replace.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => replacePlace(tx, actor, input, deps.now()));
      return done;
    }),
    start: desk.start.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => startRun(tx, actor, input, deps.now()));
      return done;
    }),
  },
};
