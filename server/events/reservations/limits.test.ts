import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { newReservation } from '../../test/reservations.ts';
import { reservations } from '../schema.ts';

const app = await testApp({
  env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', EVENT_CAPACITY: 'apartment-package=1,two-tickets-accommodation=9' },
});
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
/** The counters run by this clock: a minute does not pass while a busy machine takes its time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

let household = 0;
/** A network of its own, unless the test names one. */
const network = () => {
  household += 1;
  return `10.${household >> 8}.${household & 255}.1`;
};

const post = (requested: ReturnType<typeof newReservation>, ip = network()) =>
  app.app.request('/api/event/reservations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(requested),
  });
const requestOf = (email: string, rest: Parameters<typeof newReservation>[0] = {}) =>
  newReservation({ ...rest, personalInfo: { email, ...rest.personalInfo } });
const stranger = () => `${randomUUID().slice(0, 8)}@primer.rs`;
const mailsTo = (email: string) => db.$count(mails, eq(mails.to, email));
const minutePasses = () => vi.setSystemTime(Date.now() + 61_000);

test('one address gets one mail a minute, however many networks ask', async () => {
  const email = stranger();
  const answers = await Promise.all(Array.from({ length: 40 }, () => post(requestOf(email))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(await refused.json()).toMatchObject({
    code: 'TOO_MANY_RESERVATIONS',
    message: 'Previše rezervacija za kratko vreme. Sačekajte 1 minut i pokušajte ponovo; sve što ste upisali ostaje.',
  });
  expect(await mailsTo(email)).toBe(1);
});

test('three reservations a day for one address, a minute apart; others are not held up', async () => {
  const email = stranger();
  for (const expected of [200, 200, 200, 429, 429]) {
    minutePasses();
    expect((await post(requestOf(email))).status).toBe(expected);
  }
  expect(await mailsTo(email)).toBe(3);
  expect((await post(requestOf(stranger()))).status).toBe(200);
});

test('letters in capitals and spaces around are the same address', async () => {
  const email = stranger();
  expect((await post(requestOf(email))).status).toBe(200);
  expect((await post(requestOf(` ${email.toUpperCase()} `))).status).toBe(429);
});

test('one network makes ten reservations an hour; of IPv6 a /64 is one network', async () => {
  const ip = network();
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(requestOf(stranger()), ip)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await post(requestOf(stranger()))).status).toBe(200);
  const six = await Promise.all(
    Array.from({ length: 15 }, (_, n) => post(requestOf(stranger()), `2001:db8:0:1::${n + 1}`)),
  );
  expect(six.filter(({ status }) => status === 200)).toHaveLength(10);
});

test('a network that is over its limit uses up nothing of the addresses it names', async () => {
  const ip = network();
  for (let n = 0; n < 10; n += 1) await post(requestOf(stranger()), ip);
  const email = stranger();
  for (let n = 0; n < 5; n += 1) expect((await post(requestOf(email), ip)).status).toBe(429);
  expect((await post(requestOf(email))).status).toBe(200);
});

test('a double click and requests repeated after a lost answer count once and are answered', async () => {
  const email = stranger();
  const requested = requestOf(email);
  const ip = network();
  const answers = await Promise.all(Array.from({ length: 12 }, () => post(requested, ip)));
  answers.push(await post(requested, ip));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const numbers = await Promise.all(answers.map(async (answer) => (await answer.json()).number));
  expect(new Set(numbers).size).toBe(1);
  expect(await mailsTo(email)).toBe(1);
});

test('one reservation is changed three times; a thirty-addresses trick sends four mails', async () => {
  const key = randomUUID();
  const addresses = Array.from({ length: 30 }, stranger);
  const statuses: number[] = [];
  for (const email of addresses) statuses.push((await post(requestOf(email, { key }))).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  const [row] = await db.select().from(reservations).where(eq(reservations.idempotencyKey, key));
  expect(row!.email).toBe(addresses[3]);
  const sent = await Promise.all(addresses.map(mailsTo));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(4);
});

test('whoever corrects a wrong address at once is not held up', async () => {
  const requested = requestOf(stranger());
  const ip = network();
  expect((await post(requested, ip)).status).toBe(200);
  const corrected = { ...requested, personalInfo: { ...requested.personalInfo, email: stranger() } };
  expect((await post(corrected, ip)).status).toBe(200);
});

test('hearing that a package is gone counts nothing: the next one can be chosen at once', async () => {
  expect((await post(requestOf(stranger(), { selectedPackage: 'apartment-package' }))).status).toBe(200);
  const email = stranger();
  const requested = requestOf(email, { selectedPackage: 'apartment-package' });
  const sold = await post(requested);
  expect(await sold.json()).toMatchObject({ code: 'SOLD_OUT' });
  expect((await post({ ...requested, selectedPackage: 'ticket-only' })).status).toBe(200);
});

test('whether an address holds an unpaid place is told to nobody who has asked too often', async () => {
  const scarce = { selectedPackage: 'two-tickets-accommodation' } as const;
  const holder = stranger();
  expect((await post(requestOf(holder, scarce))).status).toBe(200);
  const ip = network();
  for (let n = 0; n < 10; n += 1) await post(requestOf(stranger()), ip);
  minutePasses();
  for (const email of [holder, stranger()])
    expect(await (await post(requestOf(email, scarce), ip)).json(), email).toMatchObject({
      code: 'TOO_MANY_RESERVATIONS',
    });
  const once = await post(requestOf(holder, scarce));
  expect(await once.json()).toMatchObject({ code: 'SCARCE_PLACE_HELD' });
  expect((await post(requestOf(holder, scarce))).status, 'what it was told for is counted').toBe(429);
});

test('an address or a web address in the name, and addresses that are none, are refused before anything is counted', async () => {
  const email = stranger();
  const phishing = 'Vas nalog je blokiran https://evil.example/x Hitno';
  for (const firstName of [phishing, 'ana@primer.rs', 'Ana\u202eexe', 'Ana\nHitno', 'Ana\u200b']) {
    const answer = await post(requestOf(email, { personalInfo: { firstName } }));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Upišite bez web adrese, znaka @ i nevidljivih znakova.');
  }
  for (const odd of ['a@b..c', '<a@b.cc>', '../x@y.zz', 'ž@đ.rs']) {
    const answer = await post(requestOf(odd));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Email nije validan');
  }
  expect(await mailsTo(email)).toBe(0);
  expect((await post(requestOf(email, { personalInfo: { firstName: " Ana-Marija O'Brien ml. " } }))).status).toBe(200);
  const [row] = await db.select().from(reservations).where(eq(reservations.email, email));
  expect(row!.firstName).toBe("Ana-Marija O'Brien ml.");
});
