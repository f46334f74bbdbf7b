import { refuse } from '#domain/refuse.ts';
import { member, staff } from '../access.ts';
import { invoiceOf } from '../flows/payments/invoice-of.ts';
import { openPortal } from '../flows/payments/open-portal.ts';
import { pauseSubscription, resumeSubscription } from '../flows/payments/subscriptions/pause-subscription.ts';
import { sendCardLink } from '../flows/payments/subscriptions/send-card-link.ts';
import { stopSubscription } from '../flows/payments/subscriptions/stop-subscription.ts';
import { runningMonthsOf } from '../flows/transfers/paid-months.ts';
import { ledgerOf, periodsOf, subscriptionsOf } from './account.ts';
import { listSubscriptions, sumSubscriptions } from './all-subscriptions.ts';
import { exportSold, listSold, sumSold } from './sold.ts';

const keeper = staff('keep subscriptions').advertising.admin;

export const advertisingRouter = {
  account: member.advertising.account.handler(async ({ context: { deps, person } }) => ({
    banners: person.profile.bannerBalance,
    tvSeconds: person.profile.tvSecondBalance,
    subscriptions: await subscriptionsOf(deps.db, person.id),
    advances: await runningMonthsOf(deps, person.id),
    hasPortal: person.profile.paymentCustomerId !== null && deps.payments.capabilities.portal,
  })),

  ledger: member.advertising.ledger.handler(({ context: { deps, person }, input }) =>
    ledgerOf(deps.db, person.id, input),
  ),

  periods: member.advertising.periods.handler(({ context: { deps, person }, input }) =>
    periodsOf(deps.db, person.id, input.after),
  ),

  invoice: member.advertising.invoice.handler(({ context: { deps, person }, input }) =>
    invoiceOf(deps, person.id, input.id),
  ),

  portal: member.advertising.portal.handler(async ({ context: { deps, person } }) => {
    const customer = person.profile.paymentCustomerId;
    if (!customer || !deps.payments.capabilities.portal) throw refuse('PORTAL_NOT_YET');
    return openPortal(deps, customer);
  }),

  pause: member.advertising.pause.handler(async ({ context: { deps, person, actor }, input: { id } }) => {
    await deps.db.transaction((tx) => pauseSubscription(tx, deps, actor, { id, owner: person.id, reason: null }));
    return { paused: true as const };
  }),

  resume: member.advertising.resume.handler(({ context: { deps, person, actor }, input: { id } }) =>
    deps.db.transaction((tx) => resumeSubscription(tx, deps, actor, { id, owner: person.id })),
  ),

  admin: {
    sold: staff('see sales').advertising.admin.sold.handler(({ context: { deps }, input }) => listSold(deps.db, input)),
    sums: staff('see sales').advertising.admin.sums.handler(({ context: { deps }, input }) => sumSold(deps.db, input)),
    subscriptions: keeper.subscriptions.handler(({ context: { deps }, input }) => listSubscriptions(deps.db, input)),
    subscriptionSums: keeper.subscriptionSums.handler(({ context: { deps }, input }) =>
      sumSubscriptions(deps.db, input.search),
    ),
    stop: staff('handle payments').advertising.admin.stop.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => stopSubscription(tx, deps, actor, input));
      return { stopped: true as const };
    }),
    pause: keeper.pause.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => pauseSubscription(tx, deps, actor, input));
      return { paused: true as const };
    }),
    resume: keeper.resume.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => resumeSubscription(tx, deps, actor, input)),
    ),
    sendCardLink: keeper.sendCardLink.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction((tx) => sendCardLink(tx, deps, actor, input)),
    ),
    export: staff('see sales').advertising.admin.export.handler(({ context: { deps, actor }, input }) =>
      exportSold(deps.db, actor, input, deps.now()),
    ),
  },
};
