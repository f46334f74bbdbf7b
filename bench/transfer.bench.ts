import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';
import { members } from './rows/people.ts';

const BUYERS = 10;
const ORDERS = 20;
/** Orders of each buyer before the measured ones. */
const WARM_UP = 5;
/** From the press to what is to be paid. Milliseconds. */
const LIMIT = 150;
const ms = (time: number): string => `${time.toFixed(0)} ms`;

/** Ten buyers, each ordering again a second after the answer: number, reference and QR text are in it, the PDF follows. */
export default async function transfer(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const product = devicePackages[0]!;
    const buyers = await members(server, BUYERS);
    const times: number[] = [];
    const order = async (token: string, house: string) => {
      const began = performance.now();
      const response = await fetch(`${server.url}/api/functions/create-payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          productName: product.name,
          productPrice: product.price.amount / 100,
          buyerInfo: {
            firstName: 'Milica',
            lastName: 'Marić',
            companyName: '',
            country: 'RS',
            address: 'Primer ulica',
            addressNumber: house,
            city: 'Beograd',
            postalCode: '11000',
            phone: '+381641234567',
          },
          termsVersion: documentVersions.memberTerms,
          way: 'transfer',
        }),
      });
      const { transfer: asked } = (await response.json()) as { transfer?: { pay: { qr: string } } };
      if (!asked?.pay.qr) throw new Error(`an order by transfer was answered with ${response.status}`);
      times.push(performance.now() - began);
    };
    const orders = (from: number, to: number) =>
      Promise.all(
        buyers.map(async ({ token }, nth) => {
          for (let n = from; n < to; n += 1) {
            await order(token, `${nth}-${n}`);
            await new Promise((done) => setTimeout(done, 1000));
          }
        }),
      );
    // The first ones after a start compile what they and their PDF run; they are a row of their own.
    await orders(0, WARM_UP);
    const first = times.splice(0).sort((a, b) => a - b);
    await orders(WARM_UP, WARM_UP + ORDERS);
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)]!;
    return [
      {
        what: `the first ${first.length} after a start, all ${BUYERS} buyers at once, p95`,
        measured: ms(first[Math.floor(first.length * 0.95)]!),
        comparison: `median ${ms(first[Math.floor(first.length / 2)]!)}`,
      },
      {
        what: `order by transfer to what is to be paid, ${BUYERS} buyers, ${times.length} orders, p95`,
        measured: ms(p95),
        comparison: `median ${ms(times[Math.floor(times.length / 2)]!)}`,
        target: `≤ ${LIMIT} ms`,
        met: p95 <= LIMIT,
      },
    ];
  } finally {
    await server.stop();
  }
}
