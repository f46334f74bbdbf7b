import { anyone } from './access.ts';
import { accountsRouter } from './accounts/router.ts';
import { adminRouter } from './admin/router.ts';
import { advertisingRouter } from './advertising/router.ts';
import { bankRouter } from './bank/router.ts';
import { campaignsRouter } from './campaigns/router.ts';
import { devicesRouter } from './devices/router.ts';
import { documentsRouter } from './documents/router.ts';
import { eventsRouter } from './events/router.ts';
import { filesRouter } from './files/router.ts';
import { fulfilmentRouter } from './fulfilment/router.ts';
import { installationsRouter } from './installations/router.ts';
import { integrationsRouter } from './integrations/router.ts';
import { liveRouter } from './live/router.ts';
import { networkRouter } from './network/router.ts';
import { ordersRouter } from './orders/router.ts';
import { paymentsRouter } from './payments/router.ts';
import { payoutsRouter } from './payouts/router.ts';
import { playoutRouter } from './playout/router.ts';
import { tvsRouter } from './playout/tvs/router.ts';
import { refundsRouter } from './refunds/router.ts';
import { returnsRouter } from './returns/router.ts';
import { rewardsRouter } from './rewards/router.ts';
import { specialRouter } from './special/router.ts';
import { stockRouter } from './stock/router.ts';
import { systemRouter } from './system/router.ts';
import { tasksRouter } from './tasks/router.ts';
import { vouchersRouter } from './vouchers/router.ts';

/** Every procedure, by domain; the contract's other half. */
export const router = anyone.router({
  accounts: accountsRouter,
  orders: ordersRouter,
  fulfilment: fulfilmentRouter,
  payments: paymentsRouter,
  refunds: refundsRouter,
  payouts: payoutsRouter,
  campaigns: campaignsRouter,
  tvs: tvsRouter,
  playout: playoutRouter,
  special: specialRouter,
  returns: returnsRouter,
  rewards: rewardsRouter,
  tasks: tasksRouter,
  stock: stockRouter,
  installations: installationsRouter,
  advertising: advertisingRouter,
  vouchers: vouchersRouter,
  devices: devicesRouter,
  network: networkRouter,
  events: eventsRouter,
  bank: bankRouter,
  documents: documentsRouter,
  files: filesRouter,
  live: liveRouter,
  admin: adminRouter,
  system: systemRouter,
  integrations: integrationsRouter,
});
