import { lt, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { testApp } from '../test/app.ts';
import { linkTo, mailsTo, newEmail, PASSWORD, sendLinks } from '../test/browser.ts';
import { ownerOf } from '../test/owner.ts';
import { SEED, size } from '../test/size.ts';
import { linkRequests, throttles } from './schema.ts';

/**
 * Random histories of strangers in many networks, some of them neighbours of the owner's, some of whom know the password:
 * whoever entered the account from a network within ninety days is never shut out of it, not from the password, nor from
 * the second step, nor from the recovery mail.
 */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => vi.useRealTimers());

/** So many strangers really try; of more, each stands for several, and what they counted is raised by so much. */
const REAL = 12;

const HOMES = ['2001:db8:1:1201::1', '203.0.113.7'];
/** The n-th network of strangers: in the same /56, in the same /48, in another, or of IPv4. */
const STRANGERS: ((n: number) => string)[] = [
  (n) => `2001:db8:1:12${(2 + (n % 250)).toString(16).padStart(2, '0')}::1`,
  (n) => `2001:db8:1:${((0x13 + (n % 200)) << 8).toString(16)}::1`,
  (n) => `2001:db8:2:${n.toString(16)}::1`,
  (n) => `198.51.${Math.floor(n / 250)}.${1 + (n % 250)}`,
];

const harm = fc.record({
  what: fc.constantFrom(
    'guess passwords',
    'try other accounts',
    'guess mailed codes',
    'ask for links',
    'ask for links of others',
    'guess the second step',
    'open links',
  ),
  where: fc.constantFrom(...STRANGERS),
  times: fc.constantFrom(3, 12, 120),
});
const by = fc.constantFrom('link' as const, 'code' as const);
const step = fc.oneof(
  { weight: 5, arbitrary: harm },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wait' as const), seconds: fc.constantFrom(5, 61, 1_000) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('owner signs in' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('owner recovers' as const), by }) },
);

const wait = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1_000);
  app.clock.now = new Date();
};

test(
  'whoever entered from a network within ninety days is never shut out of it by strangers',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HOMES),
        fc.array(step, { minLength: 3, maxLength: 7 }),
        async (home, steps) => {
          wait(0);
          const owner = await ownerOf(app, home);
          wait(60);
          for (const each of steps) {
            if (each.what === 'wait') wait(each.seconds);
            else if (each.what === 'owner signs in') await signsIn(owner);
            else if (each.what === 'owner recovers') await recovers(owner, each.by);
            else await doHarm(owner, each);
          }
          await signsIn(owner);
          await recovers(owner, 'link');
          await recovers(owner, 'code');
          wait(3_600);
          await app.db.delete(throttles).where(lt(throttles.expire, Date.now()));
        },
      ),
      { numRuns: size(4, 100), seed: SEED },
    );
  },
  size(3, 60) * 60_000,
);

type Owner = Awaited<ReturnType<typeof ownerOf>>;
type Harm = typeof harm extends fc.Arbitrary<infer H> ? H : never;

/** Half a minute for each code; the owner types a wrong password and a wrong code first, as owners do. */
async function signsIn(owner: Owner) {
  const here = owner.from(owner.home);
  await here.signIn('pogrešna');
  const session = await here.signIn(PASSWORD);
  expect(session.status, `password: ${session.text}`).toBe(200);
  await here.secondStep(session.json.access_token, '000000');
  wait(30);
  const lifted = await here.secondStep(session.json.access_token, owner.code());
  expect(lifted.status, `second step: ${lifted.text}`).toBe(200);
}

async function recovers(owner: Owner, by: 'link' | 'code') {
  wait(61);
  const asked = await owner.from(owner.home).recover();
  expect(asked.status, `recovery: ${asked.text}`).toBe(200);
  const { token_hash, code } = await linkTo(app, owner.email);
  const [mail] = (await mailsTo(app, owner.email)).filter(({ template }) => template === 'accounts.recovery');
  expect(new URL(String(mail!.props.link)).hash, 'the newest mail is the one asked for').toContain(token_hash);
  await Promise.all(Array.from({ length: 6 }, (_, n) => guessMailedCode(owner, STRANGERS[1]!(n))));
  const shown = by === 'link' ? { token_hash } : { email: owner.email, token: code };
  const opened = await owner.from(owner.home).ask('POST', '/verify', { type: 'recovery', ...shown });
  expect(opened.status, `recovery link: ${opened.text}`).toBe(200);
}

const guessMailedCode = ({ email, from }: Owner, ip: string) =>
  from(ip).ask('POST', '/verify', { type: 'recovery', email, token: '000000' });

async function doHarm(owner: Owner, { what, where, times }: Harm) {
  const each = async (n: number) => {
    const stranger = owner.from(where(n));
    switch (what) {
      case 'guess passwords':
        return stranger.signIn('pogrešna');
      case 'try other accounts':
        return stranger.ask('POST', '/token?grant_type=password', { email: newEmail(), password: 'x' });
      case 'guess mailed codes':
        return guessMailedCode(owner, where(n));
      case 'ask for links':
        return stranger.recover();
      case 'ask for links of others':
        return stranger.ask('POST', '/recover', { email: newEmail() });
      case 'open links':
        return stranger.ask('POST', '/verify', { type: 'recovery', token_hash: 'x' });
      case 'guess the second step': {
        const { status, json } = await stranger.signIn(PASSWORD);
        if (status === 200) await stranger.secondStep(json.access_token, '000000');
      }
    }
  };
  const attemptAll = () => Promise.all(Array.from({ length: Math.min(times, REAL) }, (_, n) => each(n)));
  if (times <= REAL) await attemptAll();
  else await countTimes(times / REAL, attemptAll);
  await app.db.delete(linkRequests).where(ne(linkRequests.email, owner.email));
  await sendLinks(app);
}

/** Whatever `act` counts is counted so many times over. */
async function countTimes(times: number, act: () => Promise<unknown>) {
  await app.db.execute(sql`create table counted as select key, points from ${throttles}`);
  await act();
  await app.db.execute(sql`
    update ${throttles} now set points = now.points + greatest(0, now.points - coalesce(before.points, 0)) * ${times - 1}
    from ${throttles} again left join counted before using (key) where again.key = now.key`);
  await app.db.execute(sql`drop table counted`);
}
