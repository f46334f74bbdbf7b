import { pages } from '#domain/pages.ts';
import { member, staff } from '../access.ts';
import { ledgerOf, periodsOf, subscriptionsOf } from './account.ts';
import { exportSold, listSold } from './sold.ts';

export const advertisingRouter = {
  account: member.advertising.account.handler(async ({ context: { edges, person } }) => ({
    banners: person.profile.bannerBalance,
    tvSeconds: person.profile.tvSecondBalance,
    subscriptions: await subscriptionsOf(edges.db, person.id),
    hasPortal: person.profile.stripeCustomerId !== null,
  })),

  ledger: member.advertising.ledger.handler(({ context: { edges, person }, input }) =>
    ledgerOf(edges.db, person.id, input),
  ),

  periods: member.advertising.periods.handler(({ context: { edges, person }, input }) =>
    periodsOf(edges.db, person.id, input.after),
  ),

  portal: member.advertising.portal.handler(async ({ context: { edges, person }, errors }) => {
    const customer = person.profile.stripeCustomerId;
    if (!customer) throw errors.PORTAL_NOT_YET();
    try {
      const { url } = await edges.stripe.client.billingPortal.sessions.create({
        customer,
        return_url: `${edges.config.publicUrl}${pages.account.path}#reklame`,
      });
      return { url };
    } catch (error) {
      edges.log.error({ error }, 'billing portal not opened');
      throw errors.PORTAL_DOWN();
    }
  }),

  admin: {
    sold: staff('see sales').advertising.admin.sold.handler(({ context: { edges }, input }) =>
      listSold(edges.db, input),
    ),
    export: staff('see sales').advertising.admin.export.handler(({ context: { edges }, input }) =>
      exportSold(edges.db, input, edges.now()),
    ),
  },
};
