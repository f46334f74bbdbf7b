import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { explainEntry } from '#domain/advertising/copy.ts';
import { paymentEvents } from '../payments/schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { ledger, packages, subscriptions } from './schema.ts';

const app = await testApp();
const admin = call(app, await person(app, 'admin')).advertising.admin;
const buyer = await person(app);
let number = 0;

async function sold(values: Partial<typeof packages.$inferInsert> = {}, who: TestPerson = buyer) {
  number += 1;
  const [row] = await app.db
    .insert(packages)
    .values({
      profileId: who.id,
      email: who.email,
      packageName: 'starter',
      bannerCount: 3_000,
      tvSeconds: 30_000,
      amount: 9_900,
      currency: 'EUR',
      paymentKey: `in_${number}`,
      ...values,
    })
    .returning();
  return row!;
}
async function subscription(values: Partial<typeof subscriptions.$inferInsert> = {}) {
  number += 1;
  const id = `sub_${number}`;
  const period = { currentPeriodEnd: new Date('2031-02-01T10:00:00Z') };
  await app.db.insert(subscriptions).values({
    id,
    profileId: buyer.id,
    packageName: 'starter',
    status: 'active',
    amount: 9_900,
    currency: 'EUR',
    question: number,
    ...period,
    ...values,
  });
  return id;
}
const idsOf = async (filter: Parameters<typeof admin.sold>[0]) => (await admin.sold(filter)).rows.map(({ id }) => id);

test('sold packages come newest first, fifty at a time, with sums by currency that refunds lower', async () => {
  const made: string[] = [];
  for (let i = 0; i < 120; i += 1) made.push((await sold({ companyName: 'Stranice d.o.o.' })).id);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await admin.sold({ search: 'stranice', after });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect(seen).toHaveLength(120);
  expect(new Set(seen)).toEqual(new Set(made));
  expect(await admin.sums({ search: 'stranice' })).toEqual({
    total: exactly(120),
    sums: [{ currency: 'EUR', amount: 120 * 9_900 }],
  });
  await sold({ companyName: 'Vraćeno', refunded: 4_900 });
  await sold({ companyName: 'Vraćeno', currency: 'RSD', amount: 100_000 });
  expect((await admin.sums({ search: 'vraceno' })).sums).toEqual([
    { currency: 'EUR', amount: 5_000 },
    { currency: 'RSD', amount: 100_000 },
  ]);
  expect((await admin.sums({ search: 'vraceno', currency: 'RSD' })).total).toEqual(exactly(1));
});

test('a sold package says what its subscription does next, and is found by it', async () => {
  const ends = new Date('2031-01-20T10:00:00Z');
  const of = async (values: Partial<typeof subscriptions.$inferInsert>) =>
    (await sold({ companyName: 'Stanja', subscriptionId: await subscription(values) })).id;
  const rows = {
    active: await of({}),
    pastDue: await of({ status: 'past_due', retryAt: ends }),
    endsOn: await of({ cancelAtPeriodEnd: true }),
    cancelled: await of({ status: 'canceled', endedAt: ends }),
    starting: await of({ status: 'incomplete' }),
    once: (await sold({ companyName: 'Stanja', packageName: 'Specijalni Paket - 100 Lokacija' })).id,
  };
  for (const [state, id] of Object.entries(rows))
    expect(await idsOf({ search: 'stanja', state: state as 'active' }), state).toEqual([id]);
  const all = (await admin.sold({ search: 'stanja' })).rows;
  const states = Object.fromEntries(all.map(({ id, subscription: s }) => [id, s && [s.state, s.renewsAt, s.endsAt]]));
  const [month, day] = ['2031-02-01T10:00:00.000Z', ends.toISOString()];
  expect(states).toEqual({
    [rows.active]: ['active', month, null],
    [rows.pastDue]: ['pastDue', day, null],
    [rows.endsOn]: ['endsOn', null, month],
    [rows.cancelled]: ['cancelled', null, day],
    [rows.starting]: ['starting', null, null],
    [rows.once]: null,
  });
});

test('the list is notified of a sold month, of a subscription that changes and of an event that waits for a person', async () => {
  const stop = new AbortController();
  const notifications = app.deps.live
    .subscribe(['packages', `account:${buyer.id}`], stop.signal)
    [Symbol.asyncIterator]();
  /** Until each of them came; a topic of several statements may come more than once. */
  const notifiedOf = async (...topics: string[]) => {
    for (const missing = new Set(topics); missing.size > 0; ) missing.delete((await notifications.next()).value);
  };
  await sold();
  await notifiedOf('packages');
  const id = await subscription();
  await notifiedOf(`account:${buyer.id}`, 'packages');
  await app.db.update(subscriptions).set({ status: 'past_due' }).where(eq(subscriptions.id, id));
  await notifiedOf(`account:${buyer.id}`, 'packages');
  await app.db.insert(paymentEvents).values({ id: 'evt_1', type: 'invoice.paid' });
  await app.db.update(paymentEvents).set({ problem: 'UNKNOWN_ORDER' }).where(eq(paymentEvents.id, 'evt_1'));
  await notifiedOf('packages');
  stop.abort();
});

test('the file has every row of the filter, and nothing in it is calculated', async () => {
  await sold({ companyName: '@SUM(A1:A9)', invoiceNumber: 'VIDIK-00077' });
  const file = await admin.export({ search: 'vidik-00077' });
  expect(file.name).toMatch(/^paketi-\d{4}-\d\d-\d\d\.csv$/);
  const [head, row, , total] = (await file.text()).split('\r\n');
  expect(total).toBe('Ukupno;;;;;;99,00;EUR;0,00;;;;');
  expect(head).toContain('Datum;Firma;Email;Paket;L-baneri;TV sekunde;Iznos;Valuta');
  expect(row).toContain(`;'@SUM(A1:A9);${buyer.email};Starter;3000;30000;99,00;EUR;0,00;VIDIK-00077;Jednokratno;;`);
});

test('a ledger entry explains itself, page by page, with the balance it left', async () => {
  const who = await person(app);
  const row = await sold({ paymentKey: 'in_objasnjenje' }, who);
  const entries = [
    { unit: 'banner', delta: 3_000, reason: 'package', reference: row.paymentKey },
    { unit: 'tv_second', delta: 30_000, reason: 'package', reference: row.paymentKey },
    { unit: 'banner', delta: 500, reason: 'voucher', reference: '482059173361' },
    { unit: 'banner', delta: -40, reason: 'shown', reference: '2031-01-02' },
    { unit: 'banner', delta: 40, reason: 'correction', reference: 'prikaz na pogrešnom ekranu' },
  ] as const;
  for (const entry of entries) await app.db.insert(ledger).values({ ...entry, profileId: who.id, actor: 'system' });
  const mine = call(app, who).advertising;
  const { rows } = await mine.ledger({ unit: 'banner' });
  expect(rows.map((entry) => [explainEntry(entry), entry.delta, entry.balance])).toEqual([
    ['Ispravka: prikaz na pogrešnom ekranu', 40, 3_500],
    ['Viđeni prikazi', -40, 3_460],
    ['Vaucher kod 4820\u00a05917\u00a03361', 500, 3_500],
    ['Paket Starter', 3_000, 3_000],
  ]);
  await app.db.insert(ledger).values(
    Array.from({ length: 60 }, (_, i) => ({
      profileId: who.id,
      unit: 'banner' as const,
      delta: -1,
      reason: 'shown' as const,
      reference: `prikaz ${i}`,
      actor: 'system',
    })),
  );
  const first = await mine.ledger({});
  expect(first.rows).toHaveLength(50);
  const second = await mine.ledger({ after: first.next! });
  expect(second).toMatchObject({ next: null });
  expect(second.rows).toHaveLength(15);
  expect(first.rows[0]!.balance).toBe((await mine.account()).banners);
});
