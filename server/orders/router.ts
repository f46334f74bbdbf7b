import { and, desc, eq, sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import { addressOf, mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { isAwaitingDevices } from '#domain/orders/order-gave.ts';
import { refuse } from '#domain/refuse.ts';
import { member, staff } from '../access.ts';
import { readBuyerStanding } from '../flows/desk/buyer-standing.ts';
import { referralOf, whatOrderGave } from '../flows/desk/order-gave.ts';
import { changeCompany } from '../flows/fulfilment/change-company.ts';
import { changeDelivery } from '../flows/fulfilment/change-delivery.ts';
import { expectedDelivery } from '../flows/fulfilment/expected-delivery.ts';
import { readParcelClaims } from '../flows/fulfilment/lost-parcels.ts';
import { enterCall, extendCall } from '../flows/on-delivery/calls.ts';
import { settleByHand } from '../flows/on-delivery/money.ts';
import { closeCall, openCall, readShownCalls } from '../flows/on-delivery/open-calls.ts';
import { refusedParcels } from '../flows/on-delivery/request-payment-on-delivery.ts';
import { undoCall } from '../flows/on-delivery/undo-call.ts';
import { cancelUnpaidOrder } from '../flows/transfers/cancel-unpaid.ts';
import { changeWay } from '../flows/transfers/change-way.ts';
import { extendTransfer } from '../flows/transfers/extend.ts';
import { paidMonthsOf } from '../flows/transfers/paid-months.ts';
import { listUsableSurpluses, payFromSurplus } from '../flows/transfers/pay-from-surplus.ts';
import { readOwnOrder } from '../flows/transfers/read-own-order.ts';
import { readTransfer } from '../flows/transfers/send-proforma.ts';
import { shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { checkouts } from '../payments/schema.ts';
import { addNote } from './notes.ts';
import { readRates, removeRate, setRate } from './rates.ts';
import { readOrder } from './read-order.ts';
import { exportOrders } from './sales/export.ts';
import { listOrders, orderListColumns, resolveSaleFilter } from './sales/list.ts';
import { readNeighbours } from './sales/neighbours.ts';
import { sumOrders } from './sales/sums.ts';
import { readViews, removeView, saveView } from './sales/views.ts';
import { orders, withdrawals } from './schema.ts';
import { sendMailAgain } from './send-mail-again.ts';
import { describeWithdrawal, resolveWithdrawal, withdraw } from './withdrawal/withdraw.ts';

/** A device of it was delivered and is with the buyer. */
const WITH_BUYER = sql<boolean>`exists (select from ${shipments} join ${shipmentDevices}
  on ${shipmentDevices.shipmentId} = ${shipments.id} and ${shipmentDevices.isLive}
  where ${shipments.orderId} = ${orders.id} and ${shipments.state} = 'delivered')`;

export const ordersRouter = {
  mine: member.orders.mine.handler(async ({ context: { deps, person } }) => {
    const rows = await deps.db
      .select({ order: orderListColumns, rate: orders.rate, stated: withdrawals, isReturnable: WITH_BUYER })
      .from(orders)
      .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
      .where(eq(orders.profileId, person.id))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(500);
    return rows.map(({ order, rate, stated, isReturnable }) => ({
      ...order,
      rate,
      isReturnable,
      withdrawal: stated && describeWithdrawal(order, stated),
    }));
  }),

  confirmed: member.orders.confirmed.handler(async ({ context: { deps, person }, input }) => {
    const [found] = await deps.db
      .select({ order: orders })
      .from(checkouts)
      .innerJoin(orders, eq(orders.id, checkouts.orderId))
      .where(and(eq(checkouts.id, input.sessionId), eq(orders.profileId, person.id), eq(orders.status, 'paid')));
    if (!found) throw refuse('ORDER_GONE');
    const { order } = found;
    const { id, number, kind, productName, amount, rate, paidAt, delivery } = order;
    return {
      id,
      number,
      kind,
      productName,
      amount,
      currency: order.currency as Currency,
      rate,
      paidAt: paidAt!,
      email: mailboxOf(order),
      address: kind === 'device' && delivery ? addressOf(delivery) : null,
    };
  }),

  read: member.orders.read.handler(({ context: { deps, person }, input }) =>
    readOwnOrder(deps, person.id, input.number),
  ),

  cancel: member.orders.cancel.handler(({ context: { deps, actor, person }, input }) =>
    cancelUnpaidOrder(deps, actor, { ...input, profileId: person.id }),
  ),

  changeDelivery: member.orders.changeDelivery.handler(({ context: { deps, actor, person }, input }) =>
    changeDelivery(deps, actor, { ...input, profileId: person.id }),
  ),

  changeCompany: member.orders.changeCompany.handler(({ context: { deps, actor, person }, input }) =>
    changeCompany(deps, actor, { ...input, profileId: person.id }),
  ),

  changeWay: member.orders.changeWay.handler(({ context: { deps, actor, person }, input }) =>
    changeWay(deps, actor, { ...input, profileId: person.id }),
  ),

  withdraw: member.orders.withdraw.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction((tx) => withdraw(tx, deps, actor, person.id, input)),
  ),

  admin: {
    read: staff('see sales').orders.admin.read.handler(async ({ context: { deps }, input }) => {
      const order = await readOrder(deps.db, input.number);
      const [row] = await deps.db.select().from(orders).where(eq(orders.id, order.id));
      const [transfer, paidMonths, calls, claims, gave, referral, refused, expected, standing, surpluses] =
        await Promise.all([
          order.way === 'transfer' ? readTransfer(deps.db, order.id) : null,
          order.kind === 'device' ? null : paidMonthsOf(deps.db, [order.id]),
          readShownCalls(deps, order),
          readParcelClaims(deps.db, order),
          whatOrderGave(deps.db, { ...order, profileId: order.buyer?.id ?? null }),
          referralOf(deps, { ...order, profileId: order.buyer?.id ?? null }),
          isAwaitingDevices(order) ? refusedParcels(deps.db, order.delivery ?? {}) : null,
          isAwaitingDevices(order) ? expectedDelivery(deps, row!) : null,
          order.buyer ? readBuyerStanding(deps, order.buyer.id) : null,
          order.status === 'pending' ? listUsableSurpluses(deps.db, row!) : [],
        ]);
      return {
        ...order,
        transfer,
        paidMonths: paidMonths?.get(order.id) ?? null,
        calls,
        claims,
        gave,
        referral,
        refusedParcels: refused,
        expected,
        standing,
        surpluses,
      };
    }),

    cancel: staff('handle payments').orders.admin.cancel.handler(({ context: { deps, actor }, input }) =>
      cancelUnpaidOrder(deps, actor, { ...input, profileId: null }),
    ),

    changeDelivery: staff('change deliveries').orders.admin.changeDelivery.handler(
      ({ context: { deps, actor }, input }) => changeDelivery(deps, actor, { ...input, profileId: null }),
    ),

    changeCompany: staff('handle payments').orders.admin.changeCompany.handler(({ context: { deps, actor }, input }) =>
      changeCompany(deps, actor, { ...input, profileId: null }),
    ),

    extend: staff('handle payments').orders.admin.extend.handler(({ context: { deps, actor }, input }) =>
      extendTransfer(deps, actor, { ...input, profileId: null }),
    ),

    payFromSurplus: staff('keep accounts').orders.admin.payFromSurplus.handler(({ context: { deps, actor }, input }) =>
      payFromSurplus(deps, actor, input),
    ),

    call: staff('handle payments').orders.admin.call.handler(({ context: { deps, actor }, input }) =>
      enterCall(deps, actor, input),
    ),

    undoCall: staff('handle payments').orders.admin.undoCall.handler(({ context: { deps, actor }, input }) =>
      undoCall(deps, actor, input),
    ),

    openCall: staff('handle payments').orders.admin.openCall.handler(async ({ context: { deps, actor }, input }) => ({
      opened: await openCall(deps, actor, input.number),
    })),

    closeCall: staff('handle payments').orders.admin.closeCall.handler(async ({ context: { deps, actor }, input }) => {
      await closeCall(deps, actor, input.number);
      return { closed: true as const };
    }),

    extendCall: staff('handle payments').orders.admin.extendCall.handler(({ context: { deps, actor }, input }) =>
      extendCall(deps, actor, input),
    ),

    settle: staff('keep accounts').orders.admin.settle.handler(({ context: { deps, actor }, input }) =>
      settleByHand(deps, actor, input),
    ),

    changeWay: staff('handle payments').orders.admin.changeWay.handler(({ context: { deps, actor }, input }) =>
      changeWay(deps, actor, { ...input, profileId: null }),
    ),

    neighbours: staff('see sales').orders.admin.neighbours.handler(({ context: { deps }, input }) =>
      readNeighbours(deps, input),
    ),

    addNote: staff('handle payments').orders.admin.addNote.handler(({ context: { deps, actor }, input }) =>
      addNote(deps, actor, input),
    ),

    sendMailAgain: staff('handle payments').orders.admin.sendMailAgain.handler(({ context: { deps, actor }, input }) =>
      sendMailAgain(deps, actor, input),
    ),

    resolveWithdrawal: staff('handle payments').orders.admin.resolveWithdrawal.handler(
      async ({ context: { deps, actor }, input }) => {
        await deps.db.transaction((tx) => resolveWithdrawal(tx, deps, actor, input));
        return { resolved: true as const };
      },
    ),

    list: staff('see sales').orders.admin.list.handler(async ({ context: { deps }, input }) => {
      const { sort, direction, after, serials, referral, ...filter } = input;
      const asked = await resolveSaleFilter(deps.db, filter, deps.now());
      return listOrders(deps.db, { ...asked, sort, direction }, { after, shows: { serials, referral } });
    }),

    sums: staff('see sales').orders.admin.sums.handler(({ context: { deps }, input }) => sumOrders(deps, input)),

    rates: {
      list: staff('keep accounts').orders.admin.rates.list.handler(({ context: { deps } }) => readRates(deps)),
      set: staff('keep accounts').orders.admin.rates.set.handler(async ({ context: { deps, actor }, input }) => {
        await setRate(deps, actor, input);
        return readRates(deps);
      }),
      remove: staff('keep accounts').orders.admin.rates.remove.handler(async ({ context: { deps, actor }, input }) => {
        await removeRate(deps, actor, input.validFrom);
        return readRates(deps);
      }),
    },

    views: staff('see sales').orders.admin.views.handler(({ context: { deps, actor } }) => readViews(deps, actor.id)),

    saveView: staff('see sales').orders.admin.saveView.handler(async ({ context: { deps, actor }, input }) => {
      await saveView(deps, actor, input);
      return { saved: true as const };
    }),

    removeView: staff('see sales').orders.admin.removeView.handler(async ({ context: { deps, actor }, input }) => {
      await removeView(deps, actor, input.id);
      return { removed: true as const };
    }),

    export: staff('see sales').orders.admin.export.handler(({ context: { deps, actor }, input }) =>
      exportOrders(deps, actor, input),
    ),
  },
};
