import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { redeemVoucher } from './redeem.ts';

const app = await testApp({ env: { RATE_LIMITS: 'on' } });
const keeper = call(app, await person(app, 'admin'));
const TOO_MANY_ATTEMPTS = /^Previše pokušaja\. Sačekajte \d+ minut/;

async function codes(count: number): Promise<string[]> {
  const { rows } = await keeper.vouchers.admin.issue({ key: crypto.randomUUID(), bannerCount: 5, count });
  return rows.map((row) => row.code);
}
const redeemFrom = (ip: string, { id, email }: TestPerson, typed: string) =>
  redeemVoucher(app.deps, { profileId: id, email, actor: { id }, ip }, typed).then(
    () => 'redeemed',
    (refusal) => refusal.code,
  );

test('ten wrong codes are mistakes, the eleventh is guessing; then not even a right one is answered', async () => {
  const who = await person(app);
  const as = call(app, who).vouchers;
  for (let i = 1; i <= 10; i += 1)
    await expect(as.redeem({ code: String(i) })).rejects.toMatchObject({ code: 'VOUCHER_UNKNOWN' });
  await expect(as.redeem({ code: '11' })).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(TOO_MANY_ATTEMPTS),
    data: { minutes: 15 },
  });
  const [right] = await codes(1);
  await expect(as.redeem({ code: right! })).rejects.toMatchObject({ code: 'VOUCHER_TOO_MANY_TRIES' });
  expect(await call(app, await person(app)).vouchers.redeem({ code: right! })).toMatchObject({ balance: 5 });
});

test('a hundred guesses at once learn no more than ten', async () => {
  const who = await person(app);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => redeemFrom('198.51.100.7', who, String(1_000 + i))),
  );
  expect(answers.filter((answer) => answer === 'VOUCHER_UNKNOWN')).toHaveLength(10);
  expect(await redeemFrom('198.51.100.7', await person(app), '1000'), 'a colleague at the next desk').toBe(
    'VOUCHER_UNKNOWN',
  );
});

test('many accounts in one network guess no more than one office would mistype', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => person(app)));
  const answers = await Promise.all(
    people.flatMap((who, n) =>
      Array.from({ length: 9 }, (_, i) => redeemFrom(`2001:db8::${n}`, who, String(5_000 + n * 100 + i))),
    ),
  );
  expect(answers.filter((answer) => answer === 'VOUCHER_UNKNOWN')).toHaveLength(60);
});

test('codes that exist are no guesses: a customer redeems a whole sheet', async () => {
  const who = await person(app);
  const sheet = await codes(30);
  for (const code of sheet) expect(await redeemFrom('203.0.113.9', who, code)).toBe('redeemed');
  for (const code of sheet) expect(await redeemFrom('203.0.113.9', who, code)).toBe('VOUCHER_USED');
});
