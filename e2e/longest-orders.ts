import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { database } from './adverts-on-tv.ts';
import { fillShelf } from './shelf.ts';
import { endWaiting } from './statements.ts';
import type { signInByHand } from './story.ts';

/** An order of a device that everything has happened to: paid by transfer, delivered, reported as faulty, partly given back. */

type Ask = <Answer>(method: 'get' | 'post', path: string, data?: object) => Promise<Answer>;

export const asker =
  (request: APIRequestContext, token: string): Ask =>
  async (method, path, data) => {
    const answer = await request[method](`/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };

/** Loads a statement, of the company's account unless another one is said; the ids of it and of its lines. */
export async function statement(
  request: APIRequestContext,
  staff: Session,
  name: string,
  entries: Parameters<typeof camtFile>[0],
  account = COMPANY,
): Promise<{ importId: string; lines: string[] }> {
  const loaded = await request.post('/api/admin/bank/statements', {
    headers: { authorization: `Bearer ${staff.access_token}` },
    multipart: {
      file: {
        name,
        mimeType: 'application/xml',
        buffer: Buffer.from(camtFile(entries, { account })),
      },
    },
  });
  expect(loaded.ok(), await loaded.text()).toBe(true);
  const { importId } = await loaded.json();
  const all = `/admin/bank/statements/${importId}/lines?all=true`;
  const { rows } = await asker(request, staff.access_token)<{ rows: { id: string }[] }>('get', all);
  return { importId, lines: rows.map(({ id }) => id) };
}

export type Session = Awaited<ReturnType<typeof signInByHand>>;
interface Sides {
  buyer: Session;
  staff: Session;
  /** Of the payment in its statement. */
  line: { name: string; payer: string; purpose: string };
}

/** An order whose transfer has come and was confirmed. */
export async function paidByTransfer(request: APIRequestContext, { buyer, staff, line }: Sides, order: object) {
  const { orderId, number, transfer } = await asker(request, buyer.access_token)<{
    orderId: string;
    number: number;
    transfer: { pay: { reference: string; amount: number } };
  }>('post', '/functions/create-payment', { ...order, way: 'transfer' });
  const { reference, amount } = transfer.pay;
  const { lines } = await statement(request, staff, line.name, [
    {
      amount: (amount / 100).toFixed(2),
      currency: 'RSD',
      reference: `97 ${reference}`,
      payer: line.payer,
      purpose: line.purpose,
      bankReference: randomUUID(),
    },
  ]);
  const desk = asker(request, staff.access_token);
  const confirmed = { decision: 'confirm', shown: amount };
  await desk('post', `/admin/bank/lines/${lines[0]}/hold`, confirmed);
  await endWaiting(number);
  await expect
    .poll(async () => (await desk<{ status: string }>('get', `/admin/orders/${number}`)).status, { timeout: 90_000 })
    .toBe('paid');
  return { orderId, number };
}

/** The number of the order, and the tokens behind the links to its parcel and to the money that goes back. */
export async function orderWithEverything(
  request: APIRequestContext,
  sides: Sides,
  /** `text`: what was said with it. */
  { buyerInfo, text }: { buyerInfo: object; text: string },
): Promise<{ number: number; parcel: string; payout: string }> {
  const own = asker(request, sides.buyer.access_token);
  const desk = asker(request, sides.staff.access_token);
  const devices = { productName: 'Vidik – 10 uređaja', productPrice: 1999, buyerInfo };
  const { orderId, number } = await paidByTransfer(request, sides, devices);
  // An order that another journey left unsent comes first.
  await fillShelf(request);
  const first = randomInt(100_000, 999_000);
  const serials = Array.from({ length: 10 }, (_, n) => `VDK-35-${first + n}`);
  for (const serial of serials) await desk('post', '/admin/stock/scans', { key: randomUUID(), serial });
  const { version } = await desk<{ version: number }>('get', `/admin/orders/${number}/packing`);
  const id = randomUUID();
  const boxes = [{ grams: 3_500, serials }];
  await desk('post', `/admin/orders/${orderId}/parcels`, { id, version, courier: 'own', boxes });
  const receipt = `AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`;
  await desk('post', `/admin/orders/${orderId}/receipt`, { kind: 'receipt', number: receipt });
  await desk('post', `/admin/parcels/${id}/hand-over`, { labels: [`${number}-1-1`] });
  await desk('post', `/admin/parcels/${id}/move`, { from: 'handed_over', to: 'delivered' });

  const complaint = { id: randomUUID(), kind: 'complaint', way: 'label', serials: serials.slice(0, 1), reason: text };
  await own('post', `/orders/${number}/returns`, complaint);
  await own('post', '/tasks/complaints', { key: randomUUID(), orderId, text });
  await desk('post', `/admin/orders/${orderId}/notes`, { key: randomUUID(), text });

  const refunds = await desk<{ version: number; payments: { key: string }[] }>(
    'get',
    `/admin/orders/${number}/refunds`,
  );
  await desk('post', `/admin/orders/${number}/refunds`, {
    id: randomUUID(),
    version: refunds.version,
    payment: refunds.payments[0]!.key,
    scope: 'amount',
    amount: 123_456,
    shown: 123_456,
    reason: 'agreement',
    goods: 'none',
    note: text,
  });
  const db = await database();
  const { rows } = await db.query(
    'select p.token as payout, s.token as parcel from payouts p join shipments s on s.order_id = p.order_id where p.order_id = $1',
    [orderId],
  );
  await db.end();
  return { number, ...rows[0] };
}
