import { refuse } from '#domain/refuse.ts';
import { anyone, member, personOf, staff } from '../access.ts';
import { createPayment } from '../flows/payments/create-payment.ts';
import { retryEvent } from '../flows/payments/handle-payment-event.ts';
import { placeOrderFor, readOrderFormFor } from '../flows/payments/place-order-for.ts';
import { retryTask } from '../flows/payments/provider-tasks.ts';
import { verifyPayment } from '../flows/payments/verify-payment.ts';
import { transferTerms } from '../flows/transfers/terms.ts';
import { dismissProblem, listProblems } from './problems.ts';
import { isProviderError } from './provider.ts';
import { isTaskId } from './tasks.ts';

export const paymentsRouter = {
  terms: member.payments.terms.handler(({ context: { deps, person } }) => transferTerms(deps, person)),

  createPayment: member.payments.createPayment.handler(({ context: { deps, person, actor }, input }) =>
    createPayment(deps, { person, actor }, input),
  ),

  verifyPayment: anyone.payments.verifyPayment.handler(async ({ context: { deps, headers }, input }) => {
    if (input.sessionId === '') throw refuse('SESSION_MISSING');
    const person = await personOf(deps, headers);
    return verifyPayment(deps, person?.id ?? null, input.sessionId);
  }),

  admin: {
    orderFor: staff('place orders').payments.admin.orderFor.handler(({ context: { deps }, input }) =>
      readOrderFormFor(deps, input.id),
    ),

    placeOrder: staff('place orders').payments.admin.placeOrder.handler(({ context: { deps, actor }, input }) =>
      placeOrderFor(deps, actor, input),
    ),

    problems: staff('see sales').payments.admin.problems.handler(({ context: { deps }, input }) =>
      listProblems(deps.db, { all: input.all === true }),
    ),

    retake: staff('handle payments').payments.admin.retake.handler(async ({ context: { deps, actor }, input }) => {
      try {
        return { problem: await (isTaskId(input.id) ? retryTask : retryEvent)(deps, actor, input.id) };
      } catch (error) {
        if (!isProviderError(error)) throw error;
        deps.log.error({ error }, 'payment provider did not answer');
        throw refuse('PAYMENT_PROVIDER_DOWN');
      }
    }),

    dismiss: staff('handle payments').payments.admin.dismiss.handler(async ({ context: { deps, actor }, input }) => {
      await dismissProblem(deps.db, actor, input, deps.now());
      return { dismissed: true as const };
    }),
  },
};
