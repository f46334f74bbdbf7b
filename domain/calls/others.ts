import type { CallRule } from '../call-rule.ts';
import { PROVIDER_NEWS_MAILS } from './mails.ts';

/** What is no procedure of the contract and no call of the sign-in server. */
export const otherCalls = {
  'POST /webhooks/stripe': {
    who: 'payment provider',
    writes: 'the order or subscription that the payment provider names',
    mails: PROVIDER_NEWS_MAILS,
  },
  'POST /webhooks/couriers/{courier}': {
    who: 'courier',
    writes: 'the parcel that the courier names, its devices, their garantni list',
    mails: {
      'fulfilment.delivered': 'the buyer',
      'fulfilment.missed': 'the buyer, once for each day on which nobody was found',
      'fulfilment.refused': 'the buyer',
      'fulfilment.exchange-delivered': 'the buyer, once for each parcel of exchanges',
    },
  },
  'GET /api/files/{id}': {
    who: 'member',
    reads: 'own file; with the permission that its kind names, anybody’s',
  },
  'GET /api/tv/media/{id}': { who: 'device', reads: 'the picture or film of a campaign that is shown' },
  'GET /k/{code}': {
    who: 'anyone',
    reads: 'the approved address of a campaign that is shown',
    writes: 'how often its code was opened',
    audited: 'no: a sum by the hour',
  },
  'POST /api/problems': {
    who: 'anyone',
    writes: 'the log',
    limits: ['problem reports', 'problem reports in all'],
    audited: 'no: nothing is kept',
  },
} as const satisfies Record<string, CallRule>;
