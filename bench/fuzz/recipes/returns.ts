import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { DAY_MS } from '../../../domain/day.ts';
import type { ReturnState } from '../../../domain/returns/rules.ts';
import { staffDuties } from '../../../server/accounts/schema.ts';
import { files } from '../../../server/files/schema.ts';
import { exchanges, shipments } from '../../../server/fulfilment/schema.ts';
import { withdrawals } from '../../../server/orders/schema.ts';
import { returnPictures, returns } from '../../../server/returns/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { bought, parcel } from './fulfilment.ts';
import { type Ask, type Recipe, withId } from './recipe.ts';

/** An order whose device came to its buyer yesterday, and its parcel. */
async function delivered(context: FuzzContext, random: Random) {
  const made = await parcel(context, random, 'handed_over');
  const deliveredAt = new Date(Date.now() - DAY_MS);
  await context.db.update(shipments).set({ state: 'in_transit' }).where(eq(shipments.id, made.id));
  await context.db.update(shipments).set({ state: 'delivered', deliveredAt }).where(eq(shipments.id, made.id));
  return made;
}

/** A withdrawal of one device, as far as that. */
async function back(context: FuzzContext, random: Random, state: ReturnState) {
  const { order, serial } = await delivered(context, random);
  const id = randomUUID();
  await context.db.insert(withdrawals).values({ orderId: order.id, statedAt: new Date() });
  await context.db.insert(returns).values({
    id,
    orderId: order.id,
    n: 1,
    kind: 'withdrawal',
    way: 'label',
    state,
    serials: [serial],
    askedAt: new Date(),
    label: state === 'requested' ? null : 'DEX123456',
  });
  return { id, order, serial };
}

/** A faulty device that its buyer is to send, so that another one takes its place. */
async function exchanged(context: FuzzContext, random: Random) {
  const { order, serial } = await delivered(context, random);
  const id = randomUUID();
  await context.db.insert(exchanges).values({
    id,
    orderId: order.id,
    serial,
    state: 'waiting',
    reason: 'Slika se prekida.',
    askedAt: new Date(),
    firstDeliveredOn: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
  });
  return { id, serial };
}

/** The price of one device, cents, as `bought` asks it. */
const whole = (order: { number: number; payment: string }) => ({
  order: order.number,
  payment: order.payment,
  scope: 'whole',
  reason: 'agreement',
  goods: 'none',
});

/** A refund that waits for a second person: staff asked for more than one of them may give back alone. */
async function asked(context: FuzzContext, ask: Ask) {
  const { token } = await context.createPerson('admin');
  const order = await bought(context, { amount: 90_000, currency: 'EUR' });
  const body = { ...whole(order), id: randomUUID(), version: order.version, shown: 90_000 };
  const { id } = (await ask('POST', `/api/admin/orders/${order.number}/refunds`, token, body)) as { id: string };
  return id;
}

let photo: Promise<Buffer> | undefined;

/** A picture that a buyer sent, whole. */
async function uploaded(ask: Ask, token: string): Promise<string> {
  photo ??= sharp({ create: { width: 400, height: 300, channels: 3, background: '#35a35c' } })
    .jpeg()
    .toBuffer();
  const content = await photo;
  const begun = { key: randomUUID(), kind: 'return-upload', bytes: content.length };
  const { id } = (await ask('POST', '/api/files/uploads', token, begun)) as { id: string };
  await ask('PUT', `/api/files/uploads/${id}/parts/1`, token, content);
  const file = (await ask('POST', `/api/files/uploads/${id}/complete`, token)) as { id: string };
  return file.id;
}

/** A picture of the return that is asked for next; its rows are there, its bytes are not. */
async function pictureOf({ db }: FuzzContext, orderId: string): Promise<string> {
  const sha256 = randomUUID().replaceAll('-', '').repeat(2);
  const content = { sha256, extension: '.jpg', contentType: 'image/jpeg', bytes: 100, part: 'private' as const };
  const [file] = await db
    .insert(files)
    .values({ ...content, kind: 'return-picture', ownerId: null, survivesOwner: false, madeByUs: true })
    .returning();
  const id = randomUUID();
  await db.insert(returnPictures).values({ id, orderId, fileId: file!.id, addedAt: new Date() });
  return id;
}

/** Somebody of staff with every duty for a day. */
export async function second(context: FuzzContext) {
  const who = await context.createPerson('admin');
  await context.db
    .update(staffDuties)
    .set({ since: new Date(Date.now() - DAY_MS) })
    .where(eq(staffDuties.profileId, who.id));
  return who.token;
}

export const returnRecipes: Record<string, Recipe> = {
  'playout.handOver': async (context, random) => {
    const { order, serial } = await delivered(context, random);
    return { token: order.token, body: { serial } };
  },
  'returns.read': async (context, random) => {
    const { order } = await delivered(context, random);
    return { token: order.token, params: { number: order.number } };
  },
  'returns.ask': async (context, random) => {
    const { order, serial } = await delivered(context, random);
    const body = { id: randomUUID(), kind: 'withdrawal', way: 'own', serials: [serial], reason: 'Ne treba mi.' };
    return { token: order.token, params: { number: order.number }, body };
  },
  'returns.pictures.add': async (context, random, ask) => {
    const { order } = await delivered(context, random);
    return { token: order.token, params: { number: order.number }, body: { file: await uploaded(ask, order.token) } };
  },
  'returns.pictures.remove': async (context, random) => {
    const { order } = await delivered(context, random);
    return { token: order.token, params: { number: order.number, id: await pictureOf(context, order.id) } };
  },
  'returns.admin.read': async (context, random) => ({
    params: { order: (await back(context, random, 'requested')).order.number },
  }),
  'returns.admin.sendLabel': async (context, random) => ({
    ...withId((await back(context, random, 'requested')).id),
    body: { label: 'DEX123456' },
  }),
  'returns.admin.receive': async (context, random) => {
    const { id, serial } = await back(context, random, 'label_sent');
    return { ...withId(id), body: { serials: [serial] } };
  },
  'returns.admin.decide': async (context, random) => ({
    ...withId((await back(context, random, 'received')).id),
    body: { outcome: 'rejected', refund: randomUUID(), resolution: 'Uređaj je oštećen u upotrebi.' },
  }),
  'fulfilment.admin.exchange': async (context, random) => {
    const { order, serial } = await delivered(context, random);
    const body = { id: randomUUID(), serial, way: random.pick(['here', 'sends']), reason: 'Slika se prekida.' };
    return { params: { order: order.id }, body };
  },
  'fulfilment.admin.receiveExchanged': async (context, random) => {
    const { id, serial } = await exchanged(context, random);
    return { ...withId(id), body: { serial } };
  },
  'fulfilment.admin.cancelExchange': async (context, random) => ({
    ...withId((await exchanged(context, random)).id),
    body: { resolution: 'Uređaj je ispravan.' },
  }),
  'returns.admin.callOff': async (context, random) => withId((await back(context, random, 'label_sent')).id),
  'refunds.admin.read': async (context) => ({ params: { order: (await bought(context)).number } }),
  'refunds.admin.preview': async (context) => {
    const { order, ...wanted } = whole(await bought(context));
    return { params: { order }, body: wanted };
  },
  'refunds.admin.ask': async (context) => {
    const made = await bought(context);
    const { order, ...wanted } = whole(made);
    return { params: { order }, body: { ...wanted, id: randomUUID(), version: made.version, shown: 21_900 } };
  },
  'refunds.admin.agree': async (context, _random, ask) => ({
    ...withId(await asked(context, ask)),
    token: await second(context),
  }),
  'refunds.admin.decline': async (context, _random, ask) => withId(await asked(context, ask)),
};
