import { rmSync } from 'node:fs';
import type autocannon from 'autocannon';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { NewPayment } from '#domain/payments/contract.ts';
import { temporaryDirectory } from '../scripts/server-process.ts';
import { compare, databaseUrlOf, startBare, startServer } from './measure/server.ts';
import { type Figure, percent, perSecond } from './measure/table.ts';
import { members } from './rows/people.ts';

/** So many that neither side ever waits for somebody to come. */
const CONNECTIONS = 64;
/** Orders that one connection has at hand: more than it can send in the time. */
const WRITTEN = 400;

/**
 * An order per request, signed in and with all that the shop writes for it, beside the barest INSERT over the same road:
 * once by itself, and once with the payment page that Stripe's SDK opens at the sandbox on the same processors.
 */
export default async function orders(): Promise<Figure[]> {
  const server = await startServer();
  const directory = temporaryDirectory();
  const database = { DATABASE_URL: databaseUrlOf(server) };
  const shop = await startBare('app.ts', { ...database, PUBLIC_URL: server.url, DATA_DIR: directory });
  const bare = await startBare('bare-insert.ts', database);
  const checkout = await startBare('bare-checkout.ts', { DIRECTORY: directory });
  try {
    const product = devicePackages[0]!;
    const buyers = await members(server, 20);
    const json = { 'content-type': 'application/json' };
    const email = buyers[0]!.email;
    let house = 1;
    /** Another address each time: the same words would be the same order. */
    const order = (): NewPayment => ({
      productName: product.name,
      productPrice: product.price.amount / 100,
      buyerInfo: {
        firstName: 'Milica',
        lastName: 'Marić',
        companyName: '',
        country: 'RS',
        address: 'Primer ulica',
        addressNumber: String(house++),
        city: 'Beograd',
        postalCode: '11000',
        phone: '+381641234567',
      },
      termsVersion: documentVersions.memberTerms,
    });
    // Written before the clock runs: how people type is not the server's business.
    const ordering = (url: string): autocannon.Options => ({
      url,
      connections: CONNECTIONS,
      setupClient: (client) =>
        client.setRequests(
          Array.from({ length: WRITTEN }, () => ({
            method: 'POST' as const,
            path: '/api/functions/create-payment',
            headers: { ...json, authorization: `Bearer ${buyers[Math.floor(Math.random() * buyers.length)]!.token}` },
            body: JSON.stringify(order()),
          })),
        ),
    });
    const posting = (url: string, body: object): autocannon.Options => ({
      url,
      connections: CONNECTIONS,
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    const rates = await compare({
      order: ordering(shop.url),
      bare: posting(bare.url, { email, product: product.name, amount: product.price.amount }),
      whole: ordering(server.url),
      page: posting(checkout.url, { email }),
    });
    return [
      {
        what: `order created: session, contract, order, profile, acceptance, audit entry, ${CONNECTIONS} connections`,
        measured: perSecond(rates.order),
        comparison: `${perSecond(rates.bare)} bare INSERT: ${percent(rates.order, rates.bare)}`,
        target: '≥ 40 %',
        met: rates.order >= rates.bare * 0.4,
      },
      {
        what: 'the same with its payment page, by SDK and sandbox on the same processors',
        measured: perSecond(rates.whole),
        comparison: percent(rates.whole, rates.bare),
      },
      {
        what: 'such a payment page and nothing else',
        measured: perSecond(rates.page),
        comparison: percent(rates.page, rates.bare),
      },
    ];
  } finally {
    shop.stop();
    bare.stop();
    checkout.stop();
    rmSync(directory, { recursive: true, force: true });
    await server.stop();
  }
}
