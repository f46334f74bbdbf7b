import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { BANNERS_A_DAY } from '#domain/vouchers/rules.ts';
import { users } from '../auth/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { call, person } from '../test/people.ts';
import { vouchers } from './schema.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const keeper = call(app, admin).vouchers.admin;
const batch = (values: { bannerCount?: number; count?: number; note?: string; key?: string } = {}) =>
  keeper.issue({ key: crypto.randomUUID(), bannerCount: 100, count: 1, ...values });

test('a batch is so many different codes of twelve digits, and one audit entry', async () => {
  const { rows, batch: key } = await batch({ count: 1_000, bannerCount: 250, note: 'Sajam Beograd' });
  expect(new Set(rows.map(({ code }) => code)).size).toBe(1_000);
  for (const { code } of rows) expect(code).toMatch(/^[1-9]\d{11}$/);
  expect(rows[0]).toMatchObject({ bannerCount: 250, state: 'unused', note: 'Sajam Beograd', redeemedBy: null });
  expect(
    await app.db
      .select({ actor: auditLog.actor, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.subjectId, key)),
  ).toEqual([{ actor: admin.id, after: { count: 1_000, bannerCount: 250, note: 'Sajam Beograd' } }]);
});

test('one form issues once, however often and however fast it is sent', async () => {
  const key = crypto.randomUUID();
  const sent = await Promise.all(Array.from({ length: 8 }, () => batch({ key, count: 5 })));
  expect(new Set(sent.map(({ rows }) => rows.map(({ code }) => code).join())).size).toBe(1);
  expect(await app.db.$count(vouchers, eq(vouchers.batch, key))).toBe(5);
  await expect(batch({ key, count: 6 })).rejects.toMatchObject({ code: 'VOUCHER_KEY_REUSED' });
});

test('nothing is issued for amounts that make no sense', async () => {
  for (const wrong of [
    { bannerCount: 0 },
    { bannerCount: 1.5 },
    { bannerCount: 1_000_001 },
    { count: 0 },
    { count: 1_001 },
  ])
    await expect(batch(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 });
});

test('an unused code is voided once, a redeemed one stays redeemed, a stranger’s one is not there', async () => {
  const { rows } = await batch({ count: 2 });
  const [spare, spent] = rows;
  await call(app, await person(app)).vouchers.redeem({ code: spent!.code });
  const voided = await Promise.all([keeper.void({ id: spare!.id }), keeper.void({ id: spare!.id })]);
  expect(voided).toMatchObject([{ state: 'voided' }, { state: 'voided' }]);
  expect(voided[0]!.voidedAt).toEqual(voided[1]!.voidedAt);
  expect(await app.db.$count(auditLog, eq(auditLog.action, 'vouchers.voided'))).toBe(1);
  await expect(keeper.void({ id: spent!.id })).rejects.toMatchObject({ code: 'VOUCHER_ALREADY_REDEEMED' });
  await expect(keeper.void({ id: 99_999_999 })).rejects.toMatchObject({ code: 'VOUCHER_GONE', status: 404 });
});

test('a day has a limit that is the duty’s, and voiding gives it back', async () => {
  const [one, other] = [await person(app, 'admin'), await person(app, 'admin')];
  const issue = (who: typeof one, values: { count: number; bannerCount: number }) =>
    call(app, who).vouchers.admin.issue({ key: crypto.randomUUID(), ...values });
  const limit = BANNERS_A_DAY['manage vouchers'];
  expect(await call(app, one).vouchers.admin.allowance()).toEqual({ limit, left: limit });
  await expect(issue(one, { count: 1_000, bannerCount: 1_000_000 })).rejects.toMatchObject({
    code: 'VOUCHER_DAY_LIMIT',
    data: { left: limit },
    message: 'To je više nego što danas još možete da izdate: 1.000.000 L-banera.',
  });
  const { batch: first } = await issue(one, { count: 9, bannerCount: limit / 10 });
  await expect(issue(one, { count: 2, bannerCount: limit / 10 }), 'in parts neither').rejects.toMatchObject({
    data: { left: limit / 10 },
  });
  await issue(other, { count: 2, bannerCount: limit / 10 });
  await call(app, one).vouchers.admin.voidBatch({ batch: first });
  expect(await call(app, one).vouchers.admin.allowance()).toEqual({ limit, left: limit });

  const chief = await person(app, 'superAdmin');
  expect((await issue(chief, { count: 20, bannerCount: limit / 10 })).rows).toHaveLength(20);
});

test('two batches at once do not pass the limit together', async () => {
  const who = call(app, await person(app, 'admin')).vouchers.admin;
  const half = BANNERS_A_DAY['manage vouchers'] * 0.6;
  const sent = await Promise.allSettled(
    [1, 2].map(() => who.issue({ key: crypto.randomUUID(), count: 1, bannerCount: half })),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a whole batch is voided in one press: what was redeemed stays, and asked again the answer is the same', async () => {
  const { rows, batch: key } = await batch({ count: 5, bannerCount: 40 });
  const who = await person(app);
  await call(app, who).vouchers.redeem({ code: rows[0]!.code });
  await keeper.void({ id: rows[1]!.id });
  const answers = await Promise.all([keeper.voidBatch({ batch: key }), keeper.voidBatch({ batch: key })]);
  expect(answers).toEqual([
    { voided: 4, redeemed: 1 },
    { voided: 4, redeemed: 1 },
  ]);
  expect((await keeper.list({ batch: key })).counts).toEqual({
    unused: exactly(0),
    used: exactly(1),
    voided: exactly(4),
  });
  await expect(call(app, who).vouchers.redeem({ code: rows[2]!.code })).rejects.toMatchObject({
    code: 'VOUCHER_VOIDED',
  });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.action, 'vouchers.batch-voided'));
  expect(log.filter(({ subjectId }) => subjectId === key)).toMatchObject([{ after: { voided: 3, bannerCount: 120 } }]);
  await expect(keeper.voidBatch({ batch: crypto.randomUUID() })).rejects.toMatchObject({ code: 'VOUCHER_GONE' });
});

test('a batch voided while its codes are redeemed: each code is one or the other', async () => {
  const who = await person(app);
  for (let round = 0; round < 5; round += 1) {
    const { rows, batch: key } = await batch({ count: 6, bannerCount: 1 });
    const [voided, ...redeemed] = await Promise.all([
      keeper.voidBatch({ batch: key }),
      ...rows.map(({ code }) =>
        call(app, who)
          .vouchers.redeem({ code })
          .then(
            () => 1,
            () => 0,
          ),
      ),
    ]);
    expect(voided.voided + redeemed.reduce<number>((sum, n) => sum + n, 0)).toBe(6);
  }
});

test('voiding and redeeming at once: one of them wins, never both', async () => {
  const who = await person(app);
  for (let round = 0; round < 15; round += 1) {
    const { rows } = await batch();
    const [voucher] = rows;
    const [voided, redeemed] = await Promise.allSettled([
      keeper.void({ id: voucher!.id }),
      call(app, who).vouchers.redeem({ code: voucher!.code }),
    ]);
    expect([voided.status, redeemed.status].sort()).toEqual(['fulfilled', 'rejected']);
  }
});

test('the list is newest first, fifty at a time, by state, batch, code, note and redeemer', async () => {
  const { rows, batch: key } = await batch({ count: 120, note: 'Šabac, čitaonica' });
  const [who, erased] = [await person(app, 'member', { firstName: 'Čedomir' }), await person(app)];
  await call(app, who).vouchers.redeem({ code: rows[3]!.code });
  await call(app, erased).vouchers.redeem({ code: rows[4]!.code });
  await app.db.delete(users).where(eq(users.id, erased.id));
  await keeper.void({ id: rows[5]!.id });

  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await keeper.list({ batch: key, after });
    expect(page.counts).toEqual({ unused: exactly(117), used: exactly(2), voided: exactly(1) });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect(seen).toEqual(rows.map(({ id }) => id).reverse());

  const found = async (filter: Parameters<typeof keeper.list>[0]) =>
    (await keeper.list({ batch: key, ...filter })).rows.map(({ id }) => id);
  expect(await found({ state: 'voided' })).toEqual([rows[5]!.id]);
  expect(await found({ search: 'cedomir' })).toEqual([rows[3]!.id]);
  expect(await found({ search: who.email })).toEqual([rows[3]!.id]);
  const { code } = rows[9]!;
  expect(await found({ search: `0${code.slice(0, 6)} ${code.slice(6)}` })).toEqual([rows[9]!.id]);
  for (const dash of ['-', '–', '—', ' '])
    expect(await found({ search: [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join(dash) }), dash).toEqual([
      rows[9]!.id,
    ]);
  expect(await found({ search: 'sabac' })).toHaveLength(50);
  expect(await found({ search: '%' })).toEqual([]);
  expect((await keeper.list({ batch: key, state: 'used' })).rows).toMatchObject([
    { redeemedBy: null, redeemedAt: expect.any(String) },
    { redeemedBy: { id: who.id, email: who.email, name: 'Čedomir Živković' } },
  ]);
});

test('the file for a spreadsheet keeps codes whole and calculates nothing', async () => {
  const { rows, batch: key } = await batch({ count: 2, note: '=HYPERLINK("http://zlo")' });
  const who = await person(app);
  await call(app, who).vouchers.redeem({ code: rows[0]!.code });
  const file = await keeper.export({ batch: key, state: 'used' });
  expect(file.name).toMatch(/^vauceri-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await file.text()).trimEnd().split('\r\n');
  expect(lines.slice(2)).toEqual(['', 'Ukupno;100;;;;;;']);
  expect(lines[1]).toContain(`;100;Iskorišćen;"'=HYPERLINK(""http://zlo"")";`);
  expect(lines[1]).toContain(who.email);
  expect(await app.db.$count(vouchers, like(vouchers.note, '=%'))).toBe(2);
});

test('the file holds every code there is, not the first so many', async () => {
  const codes = Array.from({ length: 4_100 }, (_, n) => ({
    code: String(310_000_000_000 + n),
    bannerCount: 2,
    note: 'Mnogo',
  }));
  await app.db.insert(vouchers).values(codes);
  const lines = (await (await keeper.export({ search: 'mnogo' })).text()).trimEnd().split('\r\n');
  expect(new Set(lines.slice(1, -2).map((line) => line.split(';', 1)[0])).size).toBe(4_100);
  expect(lines.at(-1)).toBe('Ukupno;8200;;;;;;');
});
