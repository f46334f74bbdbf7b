import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { openLive } from '../platform/live.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { deviceJobs } from './jobs.ts';
import { devices } from './schema.ts';

const app = await testApp();
const tv = call(app);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );
const asDevice = (token: string) => call(app, { token } as TestPerson);

async function linkedTv(owner: TestPerson) {
  const pairing = await tv.devices.tv.begin();
  const device = await call(app, owner).devices.link({ number: String(pairing.number) });
  const claim = await tv.devices.tv.claim({ number: String(pairing.number), secret: pairing.secret });
  return { pairing, device, claim };
}

test('a TV shows a nine-digit number that waits for ten minutes', async () => {
  const pairing = await tv.devices.tv.begin();
  expect(String(pairing.number)).toMatch(/^\d{9}$/);
  expect(pairing.link).toBe(`http://localhost:3000/device-login/${pairing.number}`);
  expect(new Date(pairing.expiresAt).getTime() - app.clock.now.getTime()).toBe(600_000);
  expect((await tv.devices.look({ number: String(pairing.number) })).state).toBe('waiting');
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

test('the waiting screen hears of its linking at once', async () => {
  const owner = await person(app);
  const { number, secret } = await tv.devices.tv.begin();
  const stream = await tv.devices.tv.wait({ number: String(number), secret });
  expect((await stream.next()).value).toEqual({ state: 'waiting' });
  const heard = stream.next();
  await call(app, owner).devices.link({ number: String(number) });
  expect((await heard).value).toEqual({ state: 'linked' });
  const again = await tv.devices.tv.wait({ number: String(number), secret });
  expect((await again.next()).value, 'a TV that was cut off asks again').toEqual({ state: 'linked' });
});

test('a server that stops ends the wait, and the next one goes on with the same secret', async () => {
  const owner = await person(app);
  const { number, secret } = await tv.devices.tv.begin();
  const live = await openLive(app.db.client);
  const leaving = call({ ...app, app: createApp({ ...app.edges, live }) });
  const cut = await leaving.devices.tv.wait({ number: String(number), secret });
  expect((await cut.next()).value).toEqual({ state: 'waiting' });
  const heard = cut.next();
  await live.close();
  expect((await heard).done).toBe(true);
  await call(app, owner).devices.link({ number: String(number) });
  const next = await tv.devices.tv.wait({ number: String(number), secret });
  expect((await next.next()).value).toEqual({ state: 'linked' });
  expect((await tv.devices.tv.claim({ number: String(number), secret })).token).toMatch(/^tv_/);
});

test('of two phones at the same instant one wins and the other is told', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await person(app), await person(app)];
    const { number } = await tv.devices.tv.begin();
    const answers = await Promise.all(
      [first, second].map((who) => code(call(app, who).devices.link({ number: String(number) }))),
    );
    expect(answers.sort()).toEqual(['PAIRING_TAKEN', 'no error']);
    expect(await app.db.select().from(devices).where(eq(devices.number, number))).toHaveLength(1);
  }
});

test('linking one’s own TV twice changes nothing', async () => {
  const owner = await person(app);
  const { number } = await tv.devices.tv.begin();
  const [one, two] = await Promise.all([0, 1].map(() => call(app, owner).devices.link({ number: String(number) })));
  expect(one?.id).toBe(two?.id);
  expect(await app.db.select().from(mails).where(eq(mails.to, owner.email))).toHaveLength(1);
});

test('an expired number cannot be linked and its TV is told', async () => {
  const owner = await person(app);
  const { number, secret } = await tv.devices.tv.begin();
  app.clock.now = new Date(app.clock.now.getTime() + 600_001);
  expect(await code(call(app, owner).devices.link({ number: String(number) }))).toBe('PAIRING_EXPIRED');
  expect((await tv.devices.look({ number: String(number) })).state).toBe('expired');
  const stream = await tv.devices.tv.wait({ number: String(number), secret });
  expect((await stream.next()).value).toEqual({ state: 'expired' });
  expect(await code(tv.devices.tv.claim({ number: String(number), secret }))).toBe('PAIRING_EXPIRED');
  app.clock.now = new Date();
});

test('unknown and unreadable numbers are refused in words', async () => {
  const owner = await person(app);
  await expect(call(app, owner).devices.link({ number: '100000001' })).rejects.toThrow(
    'TV uređaj sa ovim ID-om nije pronađen.',
  );
  await expect(call(app, owner).devices.link({ number: 'televizor' })).rejects.toThrow('Neispravan ID uređaja.');
  expect(await code(tv.devices.look({ number: '12' }))).toBe('PAIRING_NUMBER_INVALID');
});

test('a visitor and a waiting account link nothing', async () => {
  const { number } = await tv.devices.tv.begin();
  expect(await code(tv.devices.link({ number: String(number) }))).toBe('UNAUTHORIZED');
  const waiting = await person(app, 'waiting');
  await expect(call(app, waiting).devices.link({ number: String(number) })).rejects.toThrow(
    'Vaš nalog još čeka odobrenje.',
  );
  expect((await tv.devices.look({ number: String(number) })).state).toBe('waiting');
});

test('another TV’s secret opens nothing', async () => {
  const owner = await person(app);
  const mine = await tv.devices.tv.begin();
  const other = await tv.devices.tv.begin();
  await call(app, owner).devices.link({ number: String(mine.number) });
  expect(await code(tv.devices.tv.claim({ number: String(mine.number), secret: other.secret }))).toBe(
    'PAIRING_UNKNOWN',
  );
  const stream = tv.devices.tv.wait({ number: String(mine.number), secret: other.secret });
  expect(await code(stream.then((iterator) => iterator.next()))).toBe('PAIRING_UNKNOWN');
});

test('a lost answer is claimed again, a used secret never', async () => {
  const owner = await person(app);
  const { pairing, claim } = await linkedTv(owner);
  const number = String(pairing.number);
  const second = await tv.devices.tv.claim({ number, secret: pairing.secret });
  expect(await code(asDevice(claim.token).devices.tv.self()), 'the first token was replaced').toBe('UNAUTHORIZED');
  await asDevice(second.token).devices.tv.self();
  expect(await code(tv.devices.tv.claim({ number, secret: pairing.secret }))).toBe('PAIRING_CLAIMED');
});

test('unlinking ends the token and the screen hears of it', async () => {
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

test('a renamed TV keeps its name and is told', async () => {
  const owner = await person(app);
  const { device, claim } = await linkedTv(owner);
  const stream = await asDevice(claim.token).devices.tv.stay();
  await stream.next();
  const heard = stream.next();
  expect((await call(app, owner).devices.rename({ id: device.id, name: '  Dnevna soba ' })).name).toBe('Dnevna soba');
  expect((await heard).value).toEqual({ state: 'renamed' });
  expect(await code(call(app, owner).devices.rename({ id: device.id, name: '' }))).toBe('BAD_REQUEST');
});

test('a device’s token opens no other door, a person’s token not the device’s', async () => {
  const owner = await person(app);
  const { claim } = await linkedTv(owner);
  expect(await code(asDevice(claim.token).accounts.me())).toBe('UNAUTHORIZED');
  expect(await code(asDevice(claim.token).devices.mine())).toBe('UNAUTHORIZED');
  expect(await code(call(app, owner).devices.tv.self())).toBe('UNAUTHORIZED');
});

test('the owner’s list hears of a new TV, its name and its end', async () => {
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
  const [idle, used] = [await tv.devices.tv.begin(), await tv.devices.tv.begin()];
  await call(app, owner).devices.link({ number: String(used.number) });
  app.clock.now = new Date(app.clock.now.getTime() + 2 * 3600_000);
  await deviceJobs(app.edges)['devices.clean-up'].work();
  expect(await code(tv.devices.look({ number: String(idle.number) }))).toBe('PAIRING_UNKNOWN');
  expect((await tv.devices.look({ number: String(used.number) })).state).toBe('linked');
  app.clock.now = new Date();
});
