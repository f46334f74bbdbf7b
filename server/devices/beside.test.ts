import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { devices, pairings } from './schema.ts';

/** Linking from beside the TV and from elsewhere. Everybody says their own address, as behind one proxy. */
const app = await testApp({ env: { TRUST_PROXY: '1' } });

let last = 0;
/** A household of its own. */
const home = () => `198.51.100.${++last}`;
const turnOn = (ip: string) => call(app, undefined, ip).devices.tv.begin();
const link = (who: TestPerson, ip: string, number: number, digits?: string) =>
  call(app, who, ip).devices.link({ number: String(number), ...(digits === undefined ? {} : { digits }) });
interface Refusal {
  code: string;
  data?: { left?: number; seenFrom?: string };
  message?: string;
}
const refusal = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    (): Refusal => ({ code: 'no error' }),
    ({ code, data, message }: Refusal) => ({ code, data, message }),
  );
const codeOf = async (promise: Promise<unknown>) => (await refusal(promise)).code;
const devicesOf = (who: TestPerson) => app.db.select().from(devices).where(eq(devices.profileId, who.id));
const otherDigits = (digits: string) => String((Number(digits) + 1) % 100).padStart(2, '0');

test('beside the TV its number is enough, over IPv6 anywhere in the same household', async () => {
  const [owner, other] = [await person(app), await person(app)];
  const here = home();
  await link(owner, here, (await turnOn(here)).number);
  const { number } = await turnOn('2001:db8:1:2::77');
  await link(other, '2001:db8:1:2:aaaa:bbbb:cccc:dddd', number);
  expect([await devicesOf(owner), await devicesOf(other)].map((list) => list.length)).toEqual([1, 1]);
});

test('a link sent by a stranger links nothing: elsewhere the page learns which TV asks, and the digits are wanted', async () => {
  const member = await person(app);
  const tv = await turnOn('203.0.113.77');
  expect(tv.digits).toMatch(/^\d\d$/);
  expect(await refusal(link(member, home(), tv.number))).toMatchObject({
    code: 'PAIRING_DIGITS_NEEDED',
    data: { seenFrom: '203.0.0.0' },
    message: 'Upišite dve cifre sa ekrana televizora.',
  });
  expect(await devicesOf(member)).toEqual([]);
  const neighbour = await turnOn('2001:db8:1:3::1');
  expect(await codeOf(link(member, '2001:db8:1:4::1', neighbour.number))).toBe('PAIRING_DIGITS_NEEDED');

  await link(member, home(), tv.number, tv.digits);
  expect(await devicesOf(member)).toHaveLength(1);
});

test('nobody but the TV gets its digits', async () => {
  const member = await person(app);
  const tv = await turnOn('203.0.113.78');
  const answers = [
    await call(app).devices.look({ number: String(tv.number) }),
    await refusal(link(member, home(), tv.number)),
    await refusal(link(member, home(), tv.number, otherDigits(tv.digits))),
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(new RegExp(`"${tv.digits}"`));
});

test('three wrong digits spend the number, at once or one by one, and the TV is notified', async () => {
  for (const atOnce of [true, false]) {
    const guesser = await person(app);
    const tv = await turnOn('203.0.113.79');
    const stream = await call(app, { token: tv.secret } as TestPerson).devices.tv.wait({ number: String(tv.number) });
    expect((await stream.next()).value).toEqual({ state: 'waiting' });
    const heard = stream.next();
    const guess = () => refusal(link(guesser, home(), tv.number, otherDigits(tv.digits)));
    const answers = atOnce
      ? await Promise.all([guess(), guess(), guess()])
      : [await guess(), await guess(), await guess()];
    expect(answers.map((answer) => answer.data?.left).sort()).toEqual([0, 1, 2]);
    expect((await heard).value).toEqual({ state: 'expired' });
    expect(await codeOf(link(guesser, home(), tv.number, tv.digits)), 'even the right ones').toBe('PAIRING_EXPIRED');
    expect(await devicesOf(guesser)).toEqual([]);
    const log = await app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(tv.number)));
    expect(log.map(({ action, actor }) => [action, actor])).toEqual(
      Array(3).fill(['devices.digits-wrong', guesser.id]),
    );
  }
});

test('wrong digits whose answer was lost cost one try when they are sent again, and nobody guesses for nothing', async () => {
  const guesser = await person(app);
  const tv = await turnOn('203.0.113.90');
  const needed = await refusal(link(guesser, home(), tv.number));
  expect(needed.data?.left).toBe(3);
  const send = (digits: string, left: number) =>
    refusal(call(app, guesser, home()).devices.link({ number: String(tv.number), digits, left }));
  const wrong = otherDigits(tv.digits);
  expect((await send(wrong, 3)).data?.left).toBe(2);
  expect((await send(wrong, 3)).data?.left, 'the repetition').toBe(2);
  expect(await send(tv.digits, 3), 'not looked at').toMatchObject({ code: 'PAIRING_DIGITS_WRONG', data: { left: 2 } });
  expect(await devicesOf(guesser)).toEqual([]);
  expect((await send(wrong, 2)).data?.left).toBe(1);
  expect((await send(tv.digits, 1)).code).toBe('no error');
  expect((await send(tv.digits, 1)).code, 'linked once, however often it is said').toBe('no error');
  expect(await devicesOf(guesser)).toHaveLength(1);
});

test('wrong digits are refused beside the TV too', async () => {
  const owner = await person(app);
  const here = home();
  const tv = await turnOn(here);
  expect(await codeOf(link(owner, here, tv.number, otherDigits(tv.digits)))).toBe('PAIRING_DIGITS_WRONG');
  expect(await codeOf(link(owner, here, tv.number, ''))).toBe('PAIRING_DIGITS_WRONG');
  expect(await devicesOf(owner)).toEqual([]);
});

test('where more than three TVs wait, the same address is not enough: the digits are wanted', async () => {
  const owner = await person(app);
  const operator = home();
  const tvs = [await turnOn(operator), await turnOn(operator), await turnOn(operator)];
  await link(owner, operator, tvs[0]!.number);
  const further = [await turnOn(operator), await turnOn(operator)];
  expect(await codeOf(link(owner, operator, further[0]!.number))).toBe('PAIRING_DIGITS_NEEDED');
  await link(owner, operator, further[0]!.number, further[0]!.digits);
  await link(owner, operator, further[1]!.number);
});

test('the TV’s network is forgotten once it is linked', async () => {
  const owner = await person(app);
  const here = home();
  const { number } = await turnOn(here);
  await link(owner, here, number);
  const [row] = await app.db.select().from(pairings).where(eq(pairings.id, number));
  expect(row).toMatchObject({ network: null, digits: null });
});

test('a secret in the address opens nothing', async () => {
  const { number, secret } = await turnOn(home());
  const answer = await app.app.request(`/api/tv/pairings/${number}/wait?secret=${secret}`);
  expect(await answer.text()).toContain('PAIRING_UNKNOWN');
});

async function mailedLink(to: string): Promise<string> {
  const [mail] = await app.db
    .select({ props: mails.props })
    .from(mails)
    .where(sql`${mails.to} = ${to} and ${mails.template} = 'devices.linked'`);
  const { link: address } = mail!.props as { link: string };
  expect(address).toMatch(/^http:\/\/localhost:3000\/device-unlink#[\w-]{43}$/);
  return address.split('#')[1]!;
}

test('the mailed link says which TV it is about, unlinks it once, and is kept as a hash', async () => {
  const owner = await person(app);
  const here = home();
  const tv = await turnOn(here);
  await link(owner, here, tv.number);
  const { token } = await call(app, { token: tv.secret } as TestPerson).devices.tv.claim({ number: String(tv.number) });
  const mailed = await mailedLink(owner.email);
  const [row] = await devicesOf(owner);
  expect(JSON.stringify(row)).not.toContain(mailed);

  const visitor = call(app, undefined, home());
  const seen = await visitor.devices.unlinkLink.look({ token: mailed });
  expect(seen).toMatchObject({ number: tv.number, name: row!.name });
  expect(new Date(seen.until).getTime() - new Date(seen.linkedAt).getTime()).toBe(72 * HOUR_MS);
  expect(await devicesOf(owner), 'looking does nothing').toMatchObject([{ unlinkedAt: null }]);

  expect(await visitor.devices.unlinkLink.use({ token: mailed })).toEqual({ number: tv.number });
  expect(await codeOf(call(app, { token } as TestPerson).devices.tv.self())).toBe('UNAUTHORIZED');
  expect(await codeOf(visitor.devices.unlinkLink.use({ token: mailed })), 'twice').toBe('UNLINK_LINK_DEAD');
  expect(await codeOf(visitor.devices.unlinkLink.look({ token: mailed }))).toBe('UNLINK_LINK_DEAD');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, row!.id));
  expect(log.map(({ action, actor }) => [action, actor])).toEqual([
    ['devices.linked', owner.id],
    ['devices.unlinked', owner.id],
  ]);
});

test('the mailed link is dead after 72 hours, and a guessed one always', async () => {
  const owner = await person(app);
  const here = home();
  await link(owner, here, (await turnOn(here)).number);
  const mailed = await mailedLink(owner.email);
  app.clock.now = new Date(app.clock.now.getTime() + 72 * HOUR_MS + 1000);
  expect(await codeOf(call(app).devices.unlinkLink.use({ token: mailed }))).toBe('UNLINK_LINK_DEAD');
  expect(await codeOf(call(app).devices.unlinkLink.use({ token: 'x'.repeat(43) }))).toBe('UNLINK_LINK_DEAD');
  expect(await devicesOf(owner)).toMatchObject([{ unlinkedAt: null }]);
  app.clock.now = new Date();
});
