import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNOUNCED } from '#domain/announcements.ts';
import { profiles } from '../../accounts/schema.ts';
import { orders } from '../../orders/schema.ts';
import { eventually } from '../../test/eventually.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { buyer as form, pay, testShop } from '../../test/shop.ts';
import { localPosts, webhookReceiver } from '../../test/webhook-receiver.ts';
import { openSender } from './sender.ts';

/** Everything that is promised to be told is told by what the business does, and names nobody. */

const shop = await testShop({ quick: true, deps: { posts: localPosts() } });
const chief = await person(shop, 'superAdmin');
const api = call(shop, chief);
const receiver = await webhookReceiver();
const sender = openSender(shop.deps);
const groups = [...new Set(ANNOUNCED.map((type) => `${type.split('.')[0]}.*`))];
await api.integrations.webhooks.add({ id: randomUUID(), url: receiver.address(), events: groups });

const ever: typeof receiver.received = [];
/** What was told since the last time, as `type object`. */
async function told(): Promise<string[]> {
  await sender.sendDue();
  const came = receiver.take();
  ever.push(...came);
  return came.map(({ type, data }) => `${type} ${data.object.id}`);
}
/** The provider's events come when they come. */
const expectAnnounced = (what: unknown) =>
  eventually(async () => {
    await told();
    expect(ever.map(({ type, data }) => `${type} ${data.object.id}`)).toContainEqual(what);
  });
const SECRETS: string[] = [];

async function placed() {
  const who = await person(shop, 'member', { firstName: 'Desanka', lastName: 'Imenjaković', city: 'Vrnjačka Banja' });
  SECRETS.push(who.email, 'Desanka', 'Imenjaković', 'Vrnjačka', form.phone, form.address);
  const { url } = await call(shop, who).payments.createPayment({
    productName: 'Vidik – 1 uređaj',
    productPrice: 219,
    buyerInfo: form,
  });
  const [order] = await shop.db.select().from(orders).where(eq(orders.profileId, who.id));
  return { ...order!, who, url };
}

test('an order: paid, packed, handed over, delivered, refunded, with its papers', async () => {
  const order = await placed();
  expect(await told(), 'what is only asked for is told to nobody').toEqual([]);
  await pay(shop, order.url);
  const paid = await told();
  expect(paid).toEqual([
    expect.stringMatching(/^payment\.received cs_/),
    `order.paid ${order.number}`,
    ...paid.filter((what) => what.startsWith('document.issued')),
  ]);
  expect(ever.find(({ type }) => type === 'order.paid')!.data.object.version).toBeGreaterThan(1);
  const desk = api.fulfilment.admin;
  const { version } = await desk.read({ number: order.number });
  const id = randomUUID();
  const boxes = [{ grams: 350, serials: ['VDK-26-000001'] }];
  const { key } = await desk.pack({ order: order.id, id, version, courier: 'own', boxes });
  expect(await told()).toContain(`parcel.packed ${key}`);
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-1' });
  await desk.handOver({ id, labels: [`${key}-1`] });
  expect(await told()).toContain(`parcel.handed ${key}`);
  await desk.move({ id, from: 'handed_over', to: 'delivered' });
  expect(await told()).toContain(`parcel.delivered ${key}`);
  const papers = await shop.db.ask<{ number: string }>('select number from documents where order_id = $1', [order.id]);
  const issued = () => ever.filter(({ type }) => type === 'document.issued').map(({ data }) => data.object.id);
  expect(issued().toSorted()).toEqual(papers.map(({ number }) => number).toSorted());
  const versions = ever.filter(({ data }) => data.object.kind === 'order').map(({ data }) => data.object.version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test('a parcel that comes back, an order that is refunded, one that is cancelled', async () => {
  const order = await placed();
  await pay(shop, order.url);
  const desk = api.fulfilment.admin;
  const id = randomUUID();
  const { version } = await desk.read({ number: order.number });
  const boxes = [{ grams: 350, serials: ['VDK-26-000002'] }];
  const { key } = await desk.pack({ order: order.id, id, version, courier: 'own', boxes });
  await desk.enterReceipt({ order: order.id, kind: 'receipt', number: 'AB12CD34-AB12CD34-2' });
  await desk.handOver({ id, labels: [`${key}-1`] });
  await desk.move({ id, from: 'handed_over', to: 'refused' });
  await desk.move({ id, from: 'refused', to: 'returned' });
  expect(await told()).toContain(`parcel.returned ${key}`);
  const [payment] = await shop.db.ask<{ key: string }>('select key from fulfilments where order_id = $1', [order.id]);
  const session = await shop.stripe.checkout.sessions.retrieve(payment!.key);
  await shop.stripe.refunds.create({ payment_intent: session.payment_intent as string });
  await expectAnnounced(`order.refunded ${order.number}`);
  await expectAnnounced(expect.stringMatching(/^document\.issued K-/));

  const given = await placed();
  const [page] = await shop.db.ask<{ id: string }>('select id from checkouts where order_id = $1', [given.id]);
  await shop.stripe.checkout.sessions.expire(page!.id);
  await expectAnnounced(`order.cancelled ${given.number}`);
});

test('stock that falls below its limit, a reservation, vouchers without their codes, a person who is erased', async () => {
  const keeper = await person(shop, 'admin');
  await giveDuties(shop, keeper, ['warehouse']);
  await call(shop, keeper).stock.admin.scan({ key: randomUUID(), serial: 'VDK-26-000003' });
  await call(shop, keeper).stock.admin.setLimit({ warnBelow: 5 });
  expect(await told()).toEqual(['stock.low stock']);

  const guest = { email: 'gordana.tajna@primer.rs', firstName: 'Gordana', phone: '064 765 4321' };
  SECRETS.push(guest.email, guest.firstName, '7654321');
  await call(shop).events.reserve(newReservation({ personalInfo: guest }));
  const [reservation] = await shop.db.ask<{ id: string }>('select id from porudzbine');
  expect(await told()).toEqual([]);
  await api.events.admin.confirm({ id: reservation!.id });
  await api.events.admin.confirm({ id: reservation!.id });
  expect(await told()).toEqual([`reservation.confirmed ${reservation!.id}`]);

  const issue = { key: randomUUID(), count: 3, bannerCount: 2 };
  const { rows } = await api.vouchers.admin.issue(issue);
  await api.vouchers.admin.issue(issue);
  SECRETS.push(...rows.map(({ code }) => code));
  expect((await told()).toSorted()).toEqual(rows.map(({ id }) => `voucher.issued ${id}`).toSorted());

  const member = await person(shop, 'member');
  await api.accounts.admin.people.erase({ id: member.id, email: member.email });
  expect(await told()).toEqual([`person.erased ${member.id}`]);
  expect(await shop.db.$count(profiles, eq(profiles.id, member.id))).toBe(0);
});

test('every promised type was told above, and nothing told names anybody', () => {
  expect(new Set(ever.map(({ type }) => type))).toEqual(new Set(ANNOUNCED));
  for (const { raw } of ever) {
    expect(Object.keys(JSON.parse(raw)).toSorted()).toEqual(['data', 'id', 'timestamp', 'type']);
    for (const secret of SECRETS) expect(raw).not.toContain(secret);
  }
});
