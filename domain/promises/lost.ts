import type { PromiseRow } from './promise.ts';

const FILE = 'server/flows/fulfilment/lost-parcels.test.ts';
const CHOSEN = `${FILE} › a lost parcel is a claim on its courier with a last day, and its buyer chooses another or the money`;
const UNPAID =
  'server/flows/on-delivery/on-delivery.test.ts › whoever was to pay at the door for a parcel that is lost or damaged is called: Danas says so until another is packed, it is found or called off';
const EXCHANGED =
  'server/flows/exchanges/exchanges.test.ts › taken apart, corrected, come back or lost: the exchange waits for a device again, and the TV keeps its licence';

/** Said when a parcel was lost or damaged. */
export const lostPromises: PromiseRow[] = [
  { said: 'fulfilment/lost/lost-copy.ts ownLoss.confirm.again', by: 'call fulfilment.choose', test: CHOSEN },
  { said: 'fulfilment/lost/lost-copy.ts ownLoss.chosen.again', by: 'call fulfilment.choose', test: CHOSEN },
  {
    said: 'fulfilment/lost/lost-copy.ts ownLoss.chosen.money',
    says: 'Javljamo vam kada je vraćen',
    by: 'mail refunds.paid-back',
    test: 'server/flows/refunds/refunds.test.ts › one of ten goes back: what the preview says is what happens, from the card to the stock, the credit note and the mail',
  },
  {
    said: 'fulfilment/lost/lost-copy.ts lossMail.choose',
    says: 'da Vam pošaljemo drugi paket',
    by: 'call fulfilment.choose',
    test: CHOSEN,
  },
  {
    said: 'fulfilment/lost/lost-copy.ts lossMail.choose',
    says: 'ne šaljemo ništa',
    by: 'code server/flows/fulfilment/lost-parcels.ts updateLossClaim',
    test: CHOSEN,
  },
  {
    said: 'fulfilment/lost/lost-copy.ts lossMail.exchange',
    by: 'code server/flows/exchanges/parcel-of-exchanges.ts followExchanges',
    test: EXCHANGED,
  },
  {
    said: 'fulfilment/lost/lost-copy.ts lossMail.previewExchange',
    by: 'code server/flows/exchanges/parcel-of-exchanges.ts followExchanges',
    test: EXCHANGED,
  },
  { said: 'fulfilment/lost/lost-copy.ts lossMail.unpaid', says: 'Zovemo Vas', by: 'call admin.today', test: UNPAID },
  { said: 'fulfilment/lost/lost-copy.ts lossMail.previewUnpaid', by: 'call admin.today', test: UNPAID },
];
