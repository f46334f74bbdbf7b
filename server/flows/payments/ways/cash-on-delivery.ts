import { LIMITS } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import { placeOrder } from '../../../orders/place-order.ts';
import { ensureOnDeliveryAllowed, requestPaymentOnDelivery } from '../../on-delivery/request-payment-on-delivery.ts';
import { orderPageLink } from '../../transfers/send-proforma.ts';
import type { PaymentWayFlow, StartPayment } from './way.ts';

/** The courier collects it: the order is there at once, and waits for a call before it is packed. */
const startCashOnDelivery: StartPayment = async (deps, { person, actor, told }, wanted) => {
  const { document, ...words } = wanted.form;
  const { product, termsVersion } = wanted;
  const placed = await placeOrder(deps.db, actor, {
    ...words,
    profileId: person.id,
    email: person.email,
    product,
    acceptance: termsVersion ? { document, version: termsVersion } : null,
    way: 'cash_on_delivery',
    months: 1,
    told,
    most: deps.config.rateLimits ? LIMITS.checkouts.number : null,
    now: deps.now(),
    async ask(tx, order) {
      if (wanted.rate !== null && wanted.rate !== order.rate) throw refuse('RATE_CHANGED', { rate: order.rate! });
      await ensureOnDeliveryAllowed(tx, deps, order);
      await requestPaymentOnDelivery(tx, deps, order, { isPhoneOrder: told !== undefined });
    },
  });
  return {
    url: orderPageLink(deps, placed),
    orderId: placed.id,
    number: placed.number,
    transfer: null,
    isNew: placed.fresh,
  };
};

export const cashOnDeliveryFlow: PaymentWayFlow = {
  start: startCashOnDelivery,
  ask: (tx, deps, order) => requestPaymentOnDelivery(tx, deps, order),
  offer: (tx, deps, order) => ensureOnDeliveryAllowed(tx, deps, order),
};
