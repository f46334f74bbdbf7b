import { pages } from '#domain/pages.ts';
import { anyone, member, personOf, staff } from '../access.ts';
import { createPayment } from '../flows/create-payment.ts';
import { retakeEvent } from '../flows/take-event.ts';
import { verifyPayment } from '../flows/verify-payment.ts';
import { dismissProblem, listProblems } from './problems.ts';
import { isProviderError } from './provider.ts';

export const paymentsRouter = {
  createPayment: member.payments.createPayment.handler(async ({ context: { edges, person, actor }, input, errors }) => {
    const outcome = await createPayment(edges, { person, actor }, input);
    if (!('refused' in outcome)) return outcome;
    if (outcome.refused === 'PRICE_CHANGED') throw errors.PRICE_CHANGED({ data: { price: outcome.price } });
    if (outcome.refused === 'ALREADY_SUBSCRIBED')
      throw errors.ALREADY_SUBSCRIBED({ data: { page: pages.account.path } });
    throw errors[outcome.refused]();
  }),

  verifyPayment: anyone.payments.verifyPayment.handler(async ({ context: { edges, headers }, input, errors }) => {
    if (input.sessionId === '') throw errors.SESSION_MISSING();
    const person = await personOf(edges, headers);
    const outcome = await verifyPayment(edges, person?.id ?? null, input.sessionId);
    if ('refused' in outcome) throw errors[outcome.refused]();
    return outcome;
  }),

  admin: {
    problems: staff('see sales').payments.admin.problems.handler(({ context: { edges }, input }) =>
      listProblems(edges.db, { all: input.all === true }),
    ),

    retake: staff('see sales').payments.admin.retake.handler(async ({ context: { edges, actor }, input, errors }) => {
      try {
        const problem = await retakeEvent(edges, actor, input.id);
        if (problem === 'gone') throw errors.PROBLEM_GONE();
        return { problem };
      } catch (error) {
        if (!isProviderError(error)) throw error;
        edges.log.error({ error }, 'payment provider did not answer');
        throw errors.PAYMENT_PROVIDER_DOWN();
      }
    }),

    dismiss: staff('see sales').payments.admin.dismiss.handler(async ({ context: { edges, actor }, input, errors }) => {
      if (!(await dismissProblem(edges.db, actor, input, edges.now()))) throw errors.PROBLEM_GONE();
      return { dismissed: true as const };
    }),
  },
};
