import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { flattenedVerify, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { checkByList, type DoorList } from '#domain/events/door/rules.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { doorDevices, reservations } from '../schema.ts';

const DAY_ONE = new Date('2027-09-20T07:12:00Z');

const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db, deps } = app;
const visitor = call(app);
const organiser = call(app, await person(app, 'admin', { firstName: 'Marko' }));
const { door } = organiser.events.admin;

async function guest(
  firstName: string,
  lastName: string,
  { isPaid = true, ...requested }: Parameters<typeof newReservation>[0] & { isPaid?: boolean } = {},
) {
  const email = `gost-${randomUUID().slice(0, 8)}@primer.rs`;
  const { number, link } = await visitor.events.reserve(
    newReservation({ personalInfo: { firstName, lastName, email }, ...requested }),
  );
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  if (isPaid) await organiser.events.admin.confirm({ id: row!.id });
  const token = link.split('/').at(-1)!;
  const { tickets } = await visitor.events.ticket({ token });
  return { id: row!.id, number, token, tickets };
}

const durdica = await guest('Đurđica', 'Šćekić', { selectedPackage: 'two-tickets-accommodation' });
const milutin = await guest('Milutin', 'Ćirić', { isPaid: false });
const njegos = await guest('Njegoš', 'Vukčević');
app.clock.now = DAY_ONE;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const read = async () => {
  const { list, signature } = await door.guests();
  return { text: list, signature, list: JSON.parse(list) as DoorList };
};

test('the list names each ticket with its guest, recognises its code and contains none', async () => {
  const { list, text } = await read();
  expect(list).toMatchObject({ year: 2027, day: '2027-09-20', at: DAY_ONE.toISOString() });
  expect(list.guests.map(({ code, name, status }) => [code, name, status])).toEqual([
    [String(milutin.number), 'Milutin Ćirić', 'pending'],
    [`${durdica.number}-1`, 'Đurđica Šćekić', 'placeno'],
    [`${durdica.number}-2`, 'Đurđica Šćekić', 'placeno'],
    [String(njegos.number), 'Njegoš Vukčević', 'placeno'],
  ]);
  const { token } = njegos.tickets[0]!;
  expect(checkByList(list, { token: digest(token) }, '2027-09-20')).toMatchObject({
    verdict: 'valid',
    guests: [{ number: njegos.number }],
  });
  expect(text).not.toContain(token);
  expect(text).not.toContain('@primer.rs');
  expect(text).not.toContain(njegos.id);
});

test('by its list a phone judges as the server does', async () => {
  const by = async (code: string, day = '2027-09-20') => {
    const [number, position] = code.split('-').map(Number);
    return checkByList((await read()).list, { number: number!, position: position ?? null }, day).verdict;
  };
  const codes = [`${durdica.number}`, `${durdica.number}-2`, `${durdica.number}-7`, `${milutin.number}`, '999999'];
  for (const code of codes) {
    const asked = await by(code);
    const answered = await door.check({ key: randomUUID(), code });
    expect([code, asked]).toEqual([code, answered.verdict]);
  }
  expect(await by(`${durdica.number}-2`)).toBe('used');
  expect(await by(`${njegos.number}`, '2027-09-22')).toBe('wrong-day');
});

test('the list is signed by the server’s public key, and no changed list passes', async () => {
  const { text, signature } = await read();
  const [header, , mac] = signature.split('.');
  const answer = await app.app.request('/auth/v1/.well-known/jwks.json');
  const { keys } = (await answer.json()) as { keys: { kid: string; kty: string }[] };
  const kid = JSON.parse(Buffer.from(header!, 'base64url').toString()).kid as string;
  const key = await importJWK(keys.find((one) => one.kid === kid)!, 'ES256');
  const verify = (list: string) =>
    flattenedVerify({ protected: header!, payload: Buffer.from(list).toString('base64url'), signature: mac! }, key);
  await expect(verify(text)).resolves.toMatchObject({ protectedHeader: { typ: 'door-list-2' } });
  await expect(verify(text.replace('Njegoš', 'Neko'))).rejects.toThrow();
  expect(await deps.tokens.verify(`${header}.${Buffer.from(text).toString('base64url')}.${mac}`)).toBeNull();
});

test('each door is counted and shows who stands there; a phone that says nothing is seen to be silent', async () => {
  app.clock.now = new Date(DAY_ONE.getTime() + 1_000);
  const device = randomUUID();
  await door.report({ device, door: 'Terasa', waiting: 2 });
  await door.check({ key: randomUUID(), code: String(njegos.number), door: 'Terasa' });
  const state = await door.state();
  const terrace = state.doors.find((one) => one.door === 'Terasa');
  expect(terrace).toEqual({
    door: 'Terasa',
    admitted: 1,
    devices: [{ device, name: 'Marko', seenAt: app.clock.now.toISOString(), waiting: 2 }],
  });
  expect(state.latest[0]).toMatchObject({
    verdict: 'valid',
    code: String(njegos.number),
    number: njegos.number,
    name: 'Njegoš Vukčević',
  });
  app.clock.now = new Date(DAY_ONE.getTime() + 62_000);
  const later = await door.state();
  const [phone] = later.doors.find((one) => one.door === 'Terasa')!.devices;
  expect(new Date(later.now).getTime() - new Date(phone!.seenAt).getTime()).toBe(61_000);
  app.clock.now = new Date(DAY_ONE.getTime() + 25 * HOUR_MS);
  await door.report({ device: randomUUID(), door: 'Glavni ulaz', waiting: 0 });
  expect(await db.$count(doorDevices, eq(doorDevices.device, device))).toBe(0);
  app.clock.now = DAY_ONE;
});

test('the last checks and what clashed name who comes on the ticket, not who reserved it', async () => {
  app.clock.now = new Date('2027-05-01T10:00:00Z');
  const pair = await guest('Stana', 'Perović', { selectedPackage: 'two-tickets-accommodation' });
  await visitor.events.places.name({
    token: pair.token,
    position: 2,
    shown: { firstName: '', lastName: '' },
    person: { firstName: 'Radivoje', lastName: 'Šćekić' },
  });
  app.clock.now = new Date(DAY_ONE.getTime() + 2_000);
  await door.check({ key: randomUUID(), code: `${pair.number}-2`, door: 'Terasa' });
  await door.check({ key: randomUUID(), code: `${pair.number}-1`, door: 'Terasa' });
  const { latest } = await door.state();
  expect(latest.slice(0, 2).map(({ code, name }) => [code, name])).toEqual(
    expect.arrayContaining([
      [`${pair.number}-1`, 'Stana Perović'],
      [`${pair.number}-2`, 'Radivoje Šćekić'],
    ]),
  );
  app.clock.now = DAY_ONE;
});

test('every screen at the doors hears of an entry within a second', async () => {
  const other = await guest('Ljubica', 'Dabić');
  const stop = new AbortController();
  const stream = await organiser.live.admin(undefined, { signal: stop.signal });
  let heard = 0;
  let ready = false;
  const reading = (async () => {
    for await (const { changed } of stream) {
      if (changed === 'ready') ready = true;
      if (changed === 'event_checks') heard = performance.now();
    }
  })().catch(() => {});
  await eventually(() => expect(ready).toBe(true));
  const began = performance.now();
  await door.check({ key: randomUUID(), code: String(other.number) });
  await eventually(() => expect(heard).toBeGreaterThan(0));
  expect(heard - began).toBeLessThan(1_000);
  stop.abort();
  await reading;
});
