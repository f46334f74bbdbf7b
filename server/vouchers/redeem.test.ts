import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { ledger } from '../advertising/schema.ts';
import { users } from '../auth/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { createLog } from '../platform/log/log.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { untilBlocked } from '../test/eventually.ts';
import { sendMails } from '../test/mails.ts';
import { call, person, type TestPerson } from '../test/people.ts';
import { redeemVoucher } from './redeem.ts';
import { vouchers } from './schema.ts';

const logged: string[] = [];
const app = await testApp({
  deps: { log: createLog('error', { write: (line: string) => logged.push(line) } as never) },
});
const keeper = call(app, await person(app, 'admin'));

/** A fresh code worth so many banners. */
async function code(bannerCount = 500): Promise<string> {
  const { rows } = await keeper.vouchers.admin.issue({ key: crypto.randomUUID(), bannerCount, count: 1 });
  return rows[0]!.code;
}
const redeem = (who: TestPerson | undefined, typed: string | number) => call(app, who).vouchers.redeem({ code: typed });
const balanceOf = async (who: TestPerson) =>
  (await app.db.select({ n: profiles.bannerBalance }).from(profiles).where(eq(profiles.id, who.id)))[0]!.n;

test('a member redeems a code: banners, ledger, audit and mail at once', async () => {
  const who = await person(app);
  const typed = await code(1_250);
  expect(await redeem(who, typed)).toEqual({ bannerCount: 1_250, balance: 1_250 });
  expect(await balanceOf(who)).toBe(1_250);
  expect(await app.db.select().from(ledger).where(eq(ledger.profileId, who.id))).toMatchObject([
    { unit: 'banner', delta: 1_250, reason: 'voucher', reference: typed, actor: who.id },
  ]);
  expect(await app.db.select().from(mails).where(eq(mails.to, who.email))).toMatchObject([
    { template: 'vouchers.redeemed', props: { code: typed, bannerCount: 1_250, balance: 1_250 } },
  ]);
  expect(
    await app.db
      .select({ action: auditLog.action, actor: auditLog.actor })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'vouchers.redeemed'), eq(auditLog.actor, who.id))),
  ).toHaveLength(1);
  await sendMails(app);
  expect(await app.db.select().from(mails).where(eq(mails.to, who.email))).toMatchObject([{ state: 'sent' }]);
  const [row] = await app.db.select().from(vouchers).where(eq(vouchers.code, typed));
  expect(row).toMatchObject({ used: true, redeemedBy: who.id, voidedAt: null });
  expect(await call(app, who).vouchers.mine()).toMatchObject([{ code: typed, bannerCount: 1_250 }]);
});

test('every way to get it wrong has its sentence, and changes nothing', async () => {
  const [who, other] = [await person(app), await person(app)];
  const used = await code();
  await redeem(other, used);
  const voided = await code();
  const { rows } = await keeper.vouchers.admin.list({ search: voided });
  await keeper.vouchers.admin.void({ id: rows[0]!.id });
  for (const [typed, status, message] of [
    ['', 422, 'Molimo unesite vaucher kod.'],
    ['   ', 422, 'Molimo unesite vaucher kod.'],
    ['abc', 422, 'Vaucher kod čine samo cifre. Proverite šta ste upisali.'],
    ['123456', 404, 'Vaucher kod ne postoji.'],
    ['9'.repeat(60), 404, 'Vaucher kod ne postoji.'],
    [used, 409, 'Ovaj vaucher kod je već iskorišćen.'],
    [voided, 409, 'Ovaj vaucher kod je poništen i ne može da se iskoristi.'],
  ] as const)
    await expect(redeem(who, typed), typed).rejects.toMatchObject({ status, message });
  expect(await balanceOf(who)).toBe(0);
  expect(await app.db.select().from(ledger).where(eq(ledger.profileId, who.id))).toEqual([]);
});

test('visitors and waiting accounts redeem nothing', async () => {
  const typed = await code();
  await expect(redeem(undefined, typed)).rejects.toMatchObject({ status: 401 });
  await expect(redeem(await person(app, 'waiting'), typed)).rejects.toMatchObject({
    status: 403,
    message: 'Vaš nalog još čeka odobrenje.',
  });
  expect(await app.db.select().from(vouchers).where(eq(vouchers.code, typed))).toMatchObject([{ used: false }]);
});

test('leading zeros, spaces and a number instead of a text are the same code', async () => {
  const who = await person(app);
  const [first, second] = [await code(1), await code(2)];
  await redeem(who, ` 000${first.slice(0, 4)} ${first.slice(4)} `);
  await redeem(who, Number(second));
  expect(await balanceOf(who)).toBe(3);
  await expect(redeem(who, first)).rejects.toMatchObject({
    code: 'VOUCHER_USED',
    data: { mine: true, bannerCount: 1 },
  });
});

test('codes from elsewhere, as long as the column allows, are redeemed too', async () => {
  const who = await person(app);
  const long = '987654321098765432';
  await app.db.insert(vouchers).values({ code: long, bannerCount: 7 });
  expect(await redeem(who, `0${long}`)).toEqual({ bannerCount: 7, balance: 7 });
});

test('five hundred ask for one code at once: one gets it, all others learn that it is used', async () => {
  const people = await Promise.all(Array.from({ length: 25 }, () => person(app)));
  const typed = await code(10);
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      redeem(people[i % people.length]!, typed).then(
        () => 'redeemed',
        (error) => `${error.status} ${error.message}`,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'redeemed')).toHaveLength(1);
  expect(answers.filter((answer) => answer === '409 Ovaj vaucher kod je već iskorišćen.')).toHaveLength(499);
  const balances = await Promise.all(people.map(balanceOf));
  expect(balances.reduce((sum, n) => sum + n, 0)).toBe(10);
  expect(await app.db.$count(mails, eq(mails.idempotencyKey, `vouchers.redeemed:${typed}`))).toBe(1);
});

test('two servers are no way to redeem one code twice', async () => {
  const people = [await person(app), await person(app)];
  for (let round = 0; round < 20; round += 1) {
    const typed = await code(10);
    const outcomes = await Promise.allSettled(
      people.map(({ id, email }) =>
        redeemVoucher({ ...app.deps }, { profileId: id, email, actor: { id }, ip: '192.0.2.1' }, typed),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(['VOUCHER_USED']);
  }
  expect((await balanceOf(people[0]!)) + (await balanceOf(people[1]!))).toBe(200);
});

test('many different codes at once give everybody their own and every mail the balance it left', async () => {
  const who = await person(app);
  const { rows } = await keeper.vouchers.admin.issue({ key: crypto.randomUUID(), bannerCount: 3, count: 40 });
  const answers = await Promise.all(rows.map((row) => redeem(who, row.code)));
  expect(answers.map(({ balance }) => balance).sort((a, b) => a - b)).toEqual(rows.map((_, i) => (i + 1) * 3));
  expect(await balanceOf(who)).toBe(120);
});

test('an account erased in the middle loses nothing for others and does not spend the code', async () => {
  const [gone, stays] = [await person(app), await person(app)];
  const [first, second] = [await code(5), await code(5)];
  await app.db.delete(users).where(eq(users.id, gone.id));
  const as = ({ id, email }: TestPerson) => ({ profileId: id, email, actor: { id }, ip: '192.0.2.1' });
  await Promise.all([
    expect(redeemVoucher(app.deps, as(gone), first)).rejects.toMatchObject({ code: 'VOUCHER_ACCOUNT_GONE' }),
    expect(redeemVoucher(app.deps, as(stays), second)).resolves.toEqual({ bannerCount: 5, balance: 5 }),
  ]);
  expect(await redeem(stays, first)).toEqual({ bannerCount: 5, balance: 10 });
});

test('an account that is closed or blocked in the middle does not spend the code', async () => {
  const typed = await code(5);
  for (const change of [{ closedAt: new Date() }, { blockedAt: new Date() }]) {
    const who = await person(app);
    const as = { profileId: who.id, email: who.email, actor: { id: who.id }, ip: '192.0.2.1' };
    const { redeeming } = await app.db.transaction(async (tx) => {
      await tx.update(profiles).set(change).where(eq(profiles.id, who.id));
      const redeeming = redeemVoucher(app.deps, as, typed).catch((refused: { code: string }) => refused);
      await untilBlocked(app);
      return { redeeming };
    });
    expect(await redeeming).toMatchObject({ code: 'VOUCHER_ACCOUNT_GONE' });
    expect(await balanceOf(who)).toBe(0);
  }
  expect(await redeem(await person(app), typed)).toEqual({ bannerCount: 5, balance: 5 });
});

test('a write that fails in the middle is an error that the log has, and leaves the code unused and the balance as it was', async () => {
  const who = await person(app);
  const typed = await code(5);
  await app.db.ask(
    "create function fail_mail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$",
  );
  await app.db.ask('create trigger fail_mail before insert on mails execute function fail_mail()');
  const error = await redeem(who, typed).catch((thrown) => thrown);
  expect(error).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
  expect(logged.filter((line) => line.includes(error.data.reference) && line.includes('disk full'))).toHaveLength(1);
  expect(await balanceOf(who)).toBe(0);
  await app.db.ask('drop function fail_mail cascade');
  expect(await redeem(who, typed)).toEqual({ bannerCount: 5, balance: 5 });
});
