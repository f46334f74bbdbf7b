import { anyone, member, personOf } from '../access.ts';
import { createPayment } from '../flows/create-payment.ts';
import { verifyPayment } from '../flows/verify-payment.ts';

export const paymentsRouter = {
  createPayment: member.payments.createPayment.handler(async ({ context: { edges, person, actor }, input, errors }) => {
    const outcome = await createPayment(edges, { person, actor }, input);
    if (!('refused' in outcome)) return outcome;
    if (outcome.refused === 'PRICE_CHANGED') throw errors.PRICE_CHANGED({ data: { price: outcome.price } });
    throw errors[outcome.refused]();
  }),

  verifyPayment: anyone.payments.verifyPayment.handler(async ({ context: { edges, headers }, input, errors }) => {
    if (input.sessionId === '') throw errors.SESSION_MISSING();
    const person = await personOf(edges, headers);
    const outcome = await verifyPayment(edges, person?.id ?? null, input.sessionId);
    if ('refused' in outcome) throw errors[outcome.refused]();
    return outcome;
  }),
};
