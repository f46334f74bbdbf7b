import { anyone, member, staff } from '../access.ts';
import { askExchange } from '../flows/exchanges/ask-exchange.ts';
import { shownExchange } from '../flows/exchanges/exchange-rows.ts';
import { cancelExchange, receiveExchanged } from '../flows/exchanges/step-exchange.ts';
import { cancelParcel, correctSerial } from '../flows/fulfilment/change-parcel.ts';
import { isAddressKnown } from '../flows/fulfilment/couriers/check-address.ts';
import {
  askCourierForParcelStatus,
  changeCourier,
  decideRequest,
} from '../flows/fulfilment/couriers/decide-request.ts';
import { enterReceipt } from '../flows/fulfilment/enter-receipt.ts';
import { followParcel, ownParcels } from '../flows/fulfilment/follow-parcel.ts';
import { handOver } from '../flows/fulfilment/hand-over.ts';
import { writeOffLost } from '../flows/fulfilment/lost-devices.ts';
import { chooseLossRemedy, chooseOwnLossRemedy, settleClaim } from '../flows/fulfilment/lost-parcels.ts';
import { moveParcel } from '../flows/fulfilment/move-parcel.ts';
import { packOrder } from '../flows/fulfilment/pack-order.ts';
import { readPacking, readPackingQueue } from '../flows/fulfilment/read-packing.ts';
import { recordOldParcelOutcome } from '../flows/fulfilment/record-old-parcel-outcome.ts';
import { sendParcelLink } from '../flows/fulfilment/send-parcel-link.ts';
import {
  findPrintableParcels,
  packingList,
  pickUpList,
  printLabels,
  printLabelsInSteps,
} from '../flows/fulfilment/warehouse-papers.ts';
import { neverAborted } from '../live/authorized-topics.ts';
import { openStream } from '../live/open-streams.ts';

const seeing = staff('see parcels').fulfilment.admin;
const packing = staff('pack orders').fulfilment.admin;
const handling = staff('handle payments').fulfilment.admin;

export const fulfilmentRouter = {
  follow: anyone.fulfilment.follow.handler(({ context: { deps }, input }) => followParcel(deps, input.token)),

  own: member.fulfilment.own.handler(({ context: { deps, person }, input }) =>
    ownParcels(deps, person.id, input.number),
  ),

  choose: member.fulfilment.choose.handler(async ({ context: { deps, actor, person }, input }) => {
    await deps.db.transaction((tx) => chooseOwnLossRemedy(tx, deps, actor, { ...input, profileId: person.id }));
    return { choice: input.choice };
  }),

  admin: {
    read: seeing.read.handler(({ context: { deps }, input }) => readPacking(deps, input.number)),

    address: seeing.address.handler(async ({ context: { deps }, input }) => ({
      isKnown: await isAddressKnown(deps, input.number),
    })),

    queue: seeing.queue.handler(({ context: { deps } }) => readPackingQueue(deps.db)),

    labels: seeing.labels.handler(({ context: { deps, actor }, input }) => printLabels(deps, actor, input.parcels)),

    labelsOf: seeing.labelsOf.handler(async ({ context: { deps, actor }, input }) =>
      printLabels(deps, actor, (await findPrintableParcels(deps.db, input.orders)).parcels),
    ),

    printing: seeing.printing.handler(async ({ context, input, signal = neverAborted }) => {
      const { deps, actor, person } = context;
      const wanted =
        'orders' in input ? await findPrintableParcels(deps.db, input.orders) : { parcels: input.parcels, skipped: [] };
      const drawn = await printLabelsInSteps(deps, actor, wanted);
      return openStream(context, { session: person.sessionId }, signal, drawn);
    }),

    packingList: seeing.packingList.handler(({ context: { deps, actor }, input }) =>
      packingList(deps, actor, input.orders),
    ),

    pickUpList: seeing.pickUpList.handler(({ context: { deps, actor } }) => pickUpList(deps, actor)),

    pack: packing.pack.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => packOrder(tx, deps, actor, input)),
    ),

    cancel: packing.cancel.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => cancelParcel(tx, deps, actor, input.id));
      return { cancelled: true as const };
    }),

    correct: packing.correct.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => correctSerial(tx, deps, actor, input));
      return { corrected: true as const };
    }),

    enterReceipt: packing.enterReceipt.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => enterReceipt(tx, deps, actor, input));
      return { entered: true as const };
    }),

    handOver: packing.handOver.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => handOver(tx, deps, actor, input)),
    ),

    changeCourier: packing.changeCourier.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => changeCourier(tx, deps, actor, input));
      return { courier: input.courier };
    }),

    decideRequest: packing.decideRequest.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => decideRequest(tx, deps, actor, input));
      return { decided: true as const };
    }),

    askCourier: packing.askCourier.handler(async ({ context: { deps, actor }, input }) => ({
      by: await deps.db.transaction((tx) => askCourierForParcelStatus(tx, deps, actor, input.id)),
    })),

    move: packing.move.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => moveParcel(tx, deps, actor, input)),
    ),

    sendLink: handling.sendLink.handler(async ({ context: { deps, actor }, input }) => ({
      queued: await deps.db.transaction((tx) => sendParcelLink(tx, deps, actor, input)),
    })),

    sort: staff('sort old parcels').fulfilment.admin.sort.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => recordOldParcelOutcome(tx, deps, actor, input));
      return { delivered: input.delivered };
    }),

    enterChoice: handling.enterChoice.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => chooseLossRemedy(tx, deps, actor, { ...input, by: 'staff' }));
      return { choice: input.choice };
    }),

    settleClaim: handling.settleClaim.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction(async (tx) => {
        await settleClaim(tx, deps, actor, input);
        await writeOffLost(tx, deps, actor, [input.id]);
      });
      return { outcome: input.outcome };
    }),

    exchange: handling.exchange.handler(async ({ context: { deps, actor }, input }) =>
      shownExchange(await deps.db.transaction((tx) => askExchange(tx, deps, actor, input))),
    ),

    receiveExchanged: packing.receiveExchanged.handler(async ({ context: { deps, actor }, input }) =>
      shownExchange(await deps.db.transaction((tx) => receiveExchanged(tx, deps, actor, input))),
    ),

    cancelExchange: handling.cancelExchange.handler(async ({ context: { deps, actor }, input }) =>
      shownExchange(await deps.db.transaction((tx) => cancelExchange(tx, deps, actor, input))),
    ),
  },
};
