import { campaignPromises } from './campaigns.ts';
import { legalPromises } from './legal.ts';
import { lostPromises } from './lost.ts';
import { mailPromises } from './mails.ts';
import { onDeliveryPromises } from './on-delivery.ts';
import { payoutPromises } from './payouts.ts';
import { playoutPromises } from './playout.ts';
import type { PromiseRow } from './promise.ts';
import { rewardPromises } from './rewards.ts';
import { sitePromises } from './site.ts';
import { transferPromises } from './transfers.ts';

/** By where they are said. */
export const promises = {
  'The site': sitePromises,
  Transfers: transferPromises,
  'Cash on delivery': onDeliveryPromises,
  'Lost parcels': lostPromises,
  Payouts: payoutPromises,
  Adverts: playoutPromises,
  'After a campaign': campaignPromises,
  Rewards: rewardPromises,
  Mails: mailPromises,
  'Legal documents': legalPromises,
} satisfies Record<string, PromiseRow[]>;

export const allPromises: PromiseRow[] = Object.values(promises).flat();
