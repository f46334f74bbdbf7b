import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { createApp } from '../app.ts';
import { openLive } from '../live/listen.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call as callFrom, person, type TestPerson } from '../test/people.ts';
import { deviceJobs } from './jobs.ts';
import { devices } from './schema.ts';

const app = await testApp({ env: { TRUST_PROXY: '1' } });
/** Each test stands in a home of its own, beside its TV. */
let home = 0;
beforeEach(() => {
  home += 1;
});
const call = (at: typeof app, who?: TestPerson) => callFrom(at, who, `198.51.100.${home}`);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );
const asDevice = (token: string) => call(app, { token } as TestPerson);

async function linkedTv(owner: TestPerson) {
  const pairing = await call(app).devices.tv.begin();
  const device = await call(app, owner).devices.link({ number: String(pairing.number) });
  const claim = await asDevice(pairing.secret).devices.tv.claim({ number: String(pairing.number) });
  return { pairing, device, claim };
}

test('a TV shows a nine-digit number that waits for ten minutes', async () => {
  const pairing = await call(app).devices.tv.begin();
  expect(String(pairing.number)).toMatch(/^\d{9}$/);
  expect(pairing.link).toBe(`http://localhost:3000/device-login/${pairing.number}`);
  expect(new Date(pairing.expiresAt).getTime() - app.clock.now.getTime()).toBe(600_000);
  expect((await call(app).devices.look({ number: String(pairing.number) })).state).toBe('waiting');
});

test('a member links a TV: it learns the first name, the owner gets a mail, the log an entry', async () => {
  const owner = await person(app, 'member', { firstName: 'Dragana' });
  const { device, claim } = await linkedTv(owner);
  expect(claim.ownerName).toBe('Dragana');
  expect(await asDevice(claim.token).devices.tv.self()).toMatchObject({ deviceId: device.id, ownerName: 'Dragana' });
  expect((await call(app, owner).devices.mine()).map((row) => row.id)).toEqual([device.id]);
  const [mail] = await app.db.select().from(mails).where(eq(mails.to, owner.email));
  expect(mail?.template).toBe('devices.linked');
  const entries = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, device.id));
  expect(entries.map((entry) => [entry.action, entry.actor])).toEqual([['devices.linked', owner.id]]);
});

test('the waiting screen is notified of its linking at once', async () => {
  const owner = await person(app);
  const { number, secret } = await call(app).devices.tv.begin();
  const stream = await asDevice(secret).devices.tv.wait({ number: String(number) });
  expect((await stream.next()).value).toEqual({ state: 'waiting' });
  const heard = stream.next();
  await call(app, owner).devices.link({ number: String(number) });
  expect((await heard).value).toEqual({ state: 'linked' });
  const again = await asDevice(secret).devices.tv.wait({ number: String(number) });
  expect((await again.next()).value, 'a TV that was cut off asks again').toEqual({ state: 'linked' });
});

test('a server that stops ends the wait, and the next one goes on with the same secret', async () => {
  const owner = await person(app);
  const { number, secret } = await call(app).devices.tv.begin();
  const live = await openLive(app.databaseUrl);
  const leaving = call({ ...app, app: createApp({ ...app.deps, live }) }, { token: secret } as TestPerson);
  const cut = await leaving.devices.tv.wait({ number: String(number) });
  expect((await cut.next()).value).toEqual({ state: 'waiting' });
  const heard = cut.next();
  await live.close();
  expect((await heard).done).toBe(true);
  await call(app, owner).devices.link({ number: String(number) });
  const next = await asDevice(secret).devices.tv.wait({ number: String(number) });
  expect((await next.next()).value).toEqual({ state: 'linked' });
  expect((await asDevice(secret).devices.tv.claim({ number: String(number) })).token).toMatch(/^tv_/);
});

test('of two phones at the same instant one wins and the other is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await person(app), await person(app)];
    const { number } = await call(app).devices.tv.begin();
    const answers = await Promise.all(
      [first, second].map((who) => code(call(app, who).devices.link({ number: String(number) }))),
    );
    expect(answers.sort()).toEqual(['PAIRING_TAKEN', 'no error']);
    expect(await app.db.select().from(devices).where(eq(devices.number, number))).toHaveLength(1);
  }
});

test('linking one’s own TV twice changes nothing', async () => {
  const owner = await person(app);
  const { number } = await call(app).devices.tv.begin();
  const [one, two] = await Promise.all([0, 1].map(() => call(app, owner).devices.link({ number: String(number) })));
  expect(one?.id).toBe(two?.id);
  expect(await app.db.select().from(mails).where(eq(mails.to, owner.email))).toHaveLength(1);
});

test('an expired number cannot be linked and its TV is notified', async () => {
  const owner = await person(app);
  const { number, secret } = await call(app).devices.tv.begin();
  app.clock.now = new Date(app.clock.now.getTime() + 600_001);
  expect(await code(call(app, owner).devices.link({ number: String(number) }))).toBe('PAIRING_EXPIRED');
  expect((await call(app).devices.look({ number: String(number) })).state).toBe('expired');
  const stream = await asDevice(secret).devices.tv.wait({ number: String(number) });
  expect((await stream.next()).value).toEqual({ state: 'expired' });
  expect(await code(asDevice(secret).devices.tv.claim({ number: String(number) }))).toBe('PAIRING_EXPIRED');
  app.clock.now = new Date();
});

test('unknown and unreadable numbers are refused with a sentence', async () => {
  const owner = await person(app);
  await expect(call(app, owner).devices.link({ number: '100000001' })).rejects.toThrow(
    'TV uređaj sa ovim ID-om nije pronađen.',
  );
  await expect(call(app, owner).devices.link({ number: 'televizor' })).rejects.toThrow('Neispravan ID uređaja.');
  for (const number of ['12', '0', '012345678', '1234567890'])
    expect(await code(call(app).devices.look({ number })), 'digits of no TV').toBe('PAIRING_UNKNOWN');
  for (const number of ['12a', '-', '1.5'])
    expect(await code(call(app).devices.look({ number }))).toBe('PAIRING_NUMBER_INVALID');
  await expect(call(app, owner).devices.link({ number: '12345' })).rejects.toThrow(
    'TV uređaj sa ovim ID-om nije pronađen.',
  );
});

test('a visitor and a waiting account link nothing', async () => {
  const { number } = await call(app).devices.tv.begin();
  expect(await code(call(app).devices.link({ number: String(number) }))).toBe('UNAUTHORIZED');
  const waiting = await person(app, 'waiting');
  await expect(call(app, waiting).devices.link({ number: String(number) })).rejects.toThrow(
    'Vaš nalog još čeka odobrenje.',
  );
  expect((await call(app).devices.look({ number: String(number) })).state).toBe('waiting');
});

test('another TV’s secret opens nothing', async () => {
  const owner = await person(app);
  const mine = await call(app).devices.tv.begin();
  const other = await call(app).devices.tv.begin();
  await call(app, owner).devices.link({ number: String(mine.number) });
  expect(await code(asDevice(other.secret).devices.tv.claim({ number: String(mine.number) }))).toBe('PAIRING_UNKNOWN');
  const stream = asDevice(other.secret).devices.tv.wait({ number: String(mine.number) });
  expect(await code(stream.then((iterator) => iterator.next()))).toBe('PAIRING_UNKNOWN');
});

test('a lost answer is claimed again, a used secret never', async () => {
  const owner = await person(app);
  const { pairing, claim } = await linkedTv(owner);
  const number = String(pairing.number);
  const second = await asDevice(pairing.secret).devices.tv.claim({ number });
  expect(await code(asDevice(claim.token).devices.tv.self()), 'the first token was replaced').toBe('UNAUTHORIZED');
  await asDevice(second.token).devices.tv.self();
  expect(await code(asDevice(pairing.secret).devices.tv.claim({ number }))).toBe('PAIRING_CLAIMED');
});

test('unlinking ends the token and the screen is notified', async () => {
  const owner = await person(app);
  const { device, claim } = await linkedTv(owner);
  const stream = await asDevice(claim.token).devices.tv.stay();
  expect((await stream.next()).value).toEqual({ state: 'linked' });
  const heard = stream.next();
  await call(app, owner).devices.unlink({ id: device.id });
  expect((await heard).value).toEqual({ state: 'unlinked' });
  expect(await code(asDevice(claim.token).devices.tv.self())).toBe('UNAUTHORIZED');
  expect(await call(app, owner).devices.mine()).toEqual([]);
  expect(await code(call(app, owner).devices.unlink({ id: device.id })), 'twice').toBe('NOT_FOUND');
});

test('somebody else’s TV does not exist for me', async () => {
  const [owner, stranger] = [await person(app), await person(app)];
  const { device } = await linkedTv(owner);
  expect(await code(call(app, stranger).devices.rename({ id: device.id, name: 'Moj' }))).toBe('NOT_FOUND');
  expect(await code(call(app, stranger).devices.unlink({ id: device.id }))).toBe('NOT_FOUND');
  expect(await call(app, stranger).devices.mine()).toEqual([]);
});

test('a renamed TV keeps its name and is notified', async () => {
  const owner = await person(app);
  const { device, claim } = await linkedTv(owner);
  const stream = await asDevice(claim.token).devices.tv.stay();
  await stream.next();
  const heard = stream.next();
  expect((await call(app, owner).devices.rename({ id: device.id, name: '  Dnevna soba ' })).name).toBe('Dnevna soba');
  expect((await heard).value).toEqual({ state: 'renamed' });
  expect(await code(call(app, owner).devices.rename({ id: device.id, name: '' }))).toBe('BAD_REQUEST');
});

test('what cannot be seen is no part of a TV’s name, and no name by itself', async () => {
  const owner = await person(app);
  const { device } = await linkedTv(owner);
  const rename = (name: string) => call(app, owner).devices.rename({ id: device.id, name });
  expect((await rename('Kuhinja\u202e\u200b\npult ')).name).toBe('Kuhinja pult');
  expect(await code(rename(' \u202e\u2066\ufeff'))).toBe('BAD_REQUEST');
  await call(app, owner).playout.setUp({ id: device.id, name: 'Šank\u202e' });
  expect((await call(app, owner).devices.mine()).map(({ name }) => name)).toEqual(['Šank']);
});

test('a device’s token is accepted nowhere else, a person’s token not where a device’s is', async () => {
  const owner = await person(app);
  const { claim } = await linkedTv(owner);
  expect(await code(asDevice(claim.token).accounts.me())).toBe('UNAUTHORIZED');
  expect(await code(asDevice(claim.token).devices.mine())).toBe('UNAUTHORIZED');
  expect(await code(call(app, owner).devices.tv.self())).toBe('UNAUTHORIZED');
});

test('the owner’s list shows a new TV, its name and its end at once', async () => {
  const owner = await person(app);
  const own = await call(app, owner).live.me();
  const next = async () => ((await own.next()).value as { changed: string }).changed;
  expect(await next()).toBe('ready');
  const { device, claim } = await linkedTv(owner);
  expect(await next(), 'linked').toBe('account');
  await asDevice(claim.token).devices.tv.self();
  expect(await next(), 'seen for the first time').toBe('account');
  await asDevice(claim.token).devices.tv.self();
  await call(app, owner).devices.rename({ id: device.id, name: 'Kuhinja' });
  expect(await next(), 'renamed').toBe('account');
  await call(app, owner).devices.unlink({ id: device.id });
  expect(await next(), 'unlinked').toBe('account');
  await own.return?.();
});

test('numbers that ran out unlinked are swept, linked ones are never given again', async () => {
  const owner = await person(app);
  const [idle, used] = [await call(app).devices.tv.begin(), await call(app).devices.tv.begin()];
  await call(app, owner).devices.link({ number: String(used.number) });
  app.clock.now = new Date(app.clock.now.getTime() + 2 * HOUR_MS);
  await deviceJobs(app.deps)['devices.clean-up'].work();
  expect(await code(call(app).devices.look({ number: String(idle.number) }))).toBe('PAIRING_UNKNOWN');
  expect((await call(app).devices.look({ number: String(used.number) })).state).toBe('linked');
  app.clock.now = new Date();
});
