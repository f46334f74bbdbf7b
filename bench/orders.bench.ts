import { rmSync } from 'node:fs';
import type autocannon from 'autocannon';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { members } from './people.ts';
import { compare, databaseUrlOf, startBare, startServer, temporaryDirectory } from './server.ts';
import { type Figure, percent, perSecond } from './table.ts';

/** An order per request, signed in and with all that belongs to it, beside the barest INSERT over the same road. */
export default async function orders(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const product = devicePackages[0]!;
    const buyers = await members(server, 20);
    let house = 0;
    /** Another address each time: the same words would be the same order. */
    const body = () => {
      house += 1;
      return JSON.stringify({
        productName: product.name,
        productPrice: product.price.amount / 100,
        buyerInfo: {
          firstName: 'Milica',
          lastName: 'Marić',
          companyName: '',
          country: 'RS',
          address: 'Primer ulica',
          addressNumber: String(house),
          city: 'Beograd',
          postalCode: '11000',
          phone: '+381641234567',
        },
      });
    };
    const directory = temporaryDirectory();
    const bare = await startBare('bare-insert.ts', { DATABASE_URL: databaseUrlOf(server) });
    const checkout = await startBare('bare-checkout.ts', { DIRECTORY: directory });
    const json = { 'content-type': 'application/json' };
    const email = buyers[0]!.email;
    try {
      const rates = await compare({
        ours: {
          url: server.url,
          requests: buyers.map(({ token }) => ({
            method: 'POST' as const,
            path: '/api/functions/create-payment',
            headers: { ...json, authorization: `Bearer ${token}` },
            setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }),
          })),
        },
        bare: {
          url: bare.url,
          method: 'POST',
          headers: json,
          body: JSON.stringify({ email, product: product.name, amount: product.price.amount }),
        },
        checkout: { url: checkout.url, method: 'POST', headers: json, body: JSON.stringify({ email }) },
      });
      const without = 1 / (1 / rates.ours - 1 / rates.checkout);
      return [
        {
          what: 'POST /api/functions/create-payment',
          measured: perSecond(rates.ours),
          comparison: `${perSecond(rates.bare)} bare INSERT: ${percent(rates.ours, rates.bare)}`,
          target: '≥ 40 %',
          met: rates.ours >= rates.bare * 0.4,
        },
        {
          what: 'of which its payment page: SDK and sandbox on the same processors',
          measured: perSecond(rates.checkout),
          comparison: `without it ${perSecond(without)}: ${percent(without, rates.bare)}`,
        },
      ];
    } finally {
      bare.stop();
      checkout.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  } finally {
    await server.stop();
  }
}
