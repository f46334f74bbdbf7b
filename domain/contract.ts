import { accounts } from './accounts/contract.ts';
import { adminContract } from './admin/contract.ts';
import { advertising } from './advertising/contract.ts';
import { bank } from './bank/contract.ts';
import { campaigns } from './campaigns/contract.ts';
import { devices } from './devices/contract.ts';
import { documents } from './documents/contract.ts';
import { events } from './events/contract.ts';
import { files } from './files/contract.ts';
import { fulfilment } from './fulfilment/contract.ts';
import { installations } from './installations/contract.ts';
import { integrations } from './integrations/contract.ts';
import { live } from './live/contract.ts';
import { network } from './network/contract.ts';
import { orders } from './orders/contract.ts';
import { payments } from './payments/contract.ts';
import { payouts } from './payouts/contract.ts';
import { playout } from './playout/contract.ts';
import { refunds } from './refunds/contract.ts';
import { returns } from './returns/contract.ts';
import { rewards } from './rewards/contract.ts';
import { special } from './special/contract.ts';
import { stock } from './stock/contract.ts';
import { system } from './system/contract.ts';
import { tasks } from './tasks/contract.ts';
import { tvs } from './tvs/contract.ts';
import { vouchers } from './vouchers/contract.ts';

/** Everything the server can be asked, by domain. Start here. */
export const contract = {
  accounts,
  orders,
  fulfilment,
  payments,
  refunds,
  payouts,
  campaigns,
  tvs,
  playout,
  special,
  returns,
  rewards,
  tasks,
  stock,
  installations,
  advertising,
  vouchers,
  devices,
  events,
  bank,
  documents,
  files,
  network,
  live,
  admin: adminContract,
  system,
  integrations,
};
export type Contract = typeof contract;
