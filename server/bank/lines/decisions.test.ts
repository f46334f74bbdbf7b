import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Decision } from '#domain/bank/decisions.ts';
import { reservations } from '../../events/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile, confirmExact, type SampleEntry } from '../../test/statements.ts';
import { acceptedDifferences, paymentParts } from '../schema.ts';

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
const admin = await person(app, 'admin');
const { bank } = call(app, admin);
const { statements, lines, owed } = bank;
const organiser = call(app, admin).events.admin;
const PRICE = 1_834_900;

async function reserve(requested: Parameters<typeof newReservation>[0] = {}) {
  const made = await call(app).events.reserve(newReservation({ selectedPackage: 'apartment-package', ...requested }));
  const [row] = await db.select().from(reservations).where(eq(reservations.number, made.number));
  const token = made.link.split('/').at(-1)!;
  return { id: row!.id, number: made.number, reference: made.instructions.reference, token };
}
const rowOf = async (id: string) => (await db.select().from(reservations).where(eq(reservations.id, id)))[0]!;

/** A statement with these payments; answers with its lines. */
async function came(...entries: (Partial<SampleEntry> & { amount: string })[]) {
  const file = new File([camtFile(entries.map((entry) => ({ currency: 'RSD', ...entry })))], 'izvod');
  const answer = await statements.import({ file });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  const { rows } = await lines.list({ importId: answer.importId, all: true });
  return { importId: answer.importId, rows };
}
const lineOf = async (importId: string, id: string) =>
  (await lines.list({ importId, all: true })).rows.find((row) => row.id === id)!;
const ticketsMailed = (id: string) => db.$count(mails, eq(mails.idempotencyKey, `events.confirmed:${id}`));
const audited = (subjectId: string) =>
  db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), eq(auditLog.actor, admin.id)));
const differs = (missing: number | null) => ({ code: 'PAYMENT_DIFFERS', status: 409, data: { missing } });

test.each([
  ['less', { amount: '10000.00' }, ['part', 'accept', 'return'], 834_900],
  ['more', { amount: '18849.00' }, ['surplus', 'accept', 'return'], -50_000],
  ['another currency', { amount: '156.60', currency: 'EUR' as const }, ['accept', 'return'], null],
])(
  '%s than the price is never confirmed with one press: it is shown what came, what is expected and the difference',
  async (_, entry, decisions, missing) => {
    const { id, number, reference } = await reserve();
    const { rows, importId } = await came({ reference, ...entry });
    const line = rows[0]!.id;
    await expect(lines.decide({ id: line, decision: 'confirm' })).rejects.toMatchObject(differs(missing));
    expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
    expect(await lines.compare({ id: line })).toMatchObject({
      expected: { amount: PRICE, currency: 'RSD' },
      reservation: { number, name: 'Jelena Đorđević' },
      missing,
      decisions,
    });
    expect(await rowOf(id)).toMatchObject({ status: 'pending', arrived: 0 });
    expect(await ticketsMailed(id)).toBe(0);
  },
);

test('a typed number is compared first: dinars on a euro price confirm nothing, and the name and price are shown before', async () => {
  const euro = await reserve({ selectedCountry: 'CG' });
  const { rows } = await came({ amount: '18349.00', payer: 'Neko Nepoznat' });
  const id = rows[0]!.id;
  expect(await lines.compare({ id, number: euro.number })).toMatchObject({
    reservation: { number: euro.number, name: 'Jelena Đorđević', price: { amount: 15_660, currency: 'EUR' } },
    decisions: ['accept', 'return'],
  });
  await expect(lines.decide({ id, decision: 'confirm', reservationNumber: euro.number })).rejects.toMatchObject(
    differs(null),
  );
  await expect(
    lines.decide({ id, decision: 'part', reservationNumber: euro.number, shown: 15_660 }),
  ).rejects.toMatchObject(differs(null));
  expect((await rowOf(euro.id)).status).toBe('pending');
});

test('a part waits, the rest is asked for by mail and on the page, and the rest alone confirms with one press', async () => {
  const { id, number, reference, token } = await reserve({ personalInfo: { email: 'deo@primer.rs' } });
  const first = await came({ amount: '10000.00', reference });
  const part = { id: first.rows[0]!.id, decision: 'part', shown: PRICE } as const;
  expect(await lines.decide(part)).toEqual({ outcome: 'part', number });
  expect(await lines.decide(part), 'sent twice').toEqual({ outcome: 'part', number });
  const other = await reserve();
  await expect(
    lines.decide({ ...part, reservationNumber: other.number }),
    'the same decision for somebody else is another one',
  ).rejects.toMatchObject({ code: 'STATEMENT_LINE_SETTLED' });
  expect(await rowOf(id)).toMatchObject({ status: 'pending', arrived: 1_000_000 });
  const asked = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, 'deo@primer.rs'), eq(mails.template, 'events.part-came')));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.props).toMatchObject({ came: { amount: 1_000_000 }, rest: { amount: 834_900 } });
  const page = await call(app).events.ticket({ token });
  expect(page.instructions).toMatchObject({ amount: { amount: 834_900, currency: 'RSD' } });
  expect(page.instructions!.qr.payload).toContain('8349,00');

  const second = await came({ amount: '8349.00', reference, booked: '2027-05-09' });
  expect(second.rows[0]).toMatchObject({ verdict: 'exact', together: PRICE });
  expect(await confirmExact(bank, second.importId)).toEqual({ confirmed: 1 });
  expect(await rowOf(id)).toMatchObject({ status: 'placeno', arrived: PRICE });
  expect(await lineOf(first.importId, first.rows[0]!.id)).toMatchObject({
    state: 'recorded',
    decidedBy: admin.email,
    parts: [{ state: 'confirmed', amount: 1_000_000, number }],
  });
  expect(await ticketsMailed(id)).toBe(1);
});

test('a difference is accepted with a reason only, and what arrived stays what arrived', async () => {
  const { id, number, reference } = await reserve();
  const { rows } = await came({ amount: '18300.00', reference });
  const accept = { id: rows[0]!.id, decision: 'accept', shown: PRICE } as const;
  await expect(lines.decide(accept)).rejects.toMatchObject({ code: 'PAYMENT_REASON_NEEDED', status: 422 });
  const before = (await organiser.totals({})).totals.find(
    ({ packageId, country }) => packageId === 'apartment-package' && country === 'RS',
  )!;
  const arrivedBefore = before.arrived.find(({ currency }) => currency === 'RSD')?.amount ?? 0;
  expect(await lines.decide({ ...accept, reason: 'Provizija banke' })).toEqual({ outcome: 'paid', number });
  expect(await rowOf(id)).toMatchObject({ status: 'placeno', amount: PRICE, arrived: 1_830_000 });
  expect(await db.select().from(acceptedDifferences).where(eq(acceptedDifferences.reservationId, id))).toMatchObject([
    { missing: 4_900, currency: 'RSD', reason: 'Provizija banke', decidedBy: admin.email },
  ]);
  const after = (await organiser.totals({})).totals.find(
    ({ packageId, country }) => packageId === 'apartment-package' && country === 'RS',
  )!;
  expect(after.arrived.find(({ currency }) => currency === 'RSD')!.amount - arrivedBefore).toBe(1_830_000);
  expect((await audited(id)).map(({ action }) => action)).toContain('bank.difference-accepted');
});

test('what came too much is owed back; a doubled payment is owed back whole, and the list keeps what was given back', async () => {
  const { id, number, reference } = await reserve();
  const { rows } = await came({ amount: '18849.00', reference, payer: 'DRAŠKOVIĆ NATAŠA' });
  expect(await lines.decide({ id: rows[0]!.id, decision: 'surplus', shown: PRICE })).toEqual({
    outcome: 'paid',
    number,
  });
  expect(await rowOf(id)).toMatchObject({ status: 'placeno', arrived: PRICE });
  const again = await came({ amount: '18349.00', reference, payer: 'DRAŠKOVIĆ NATAŠA' });
  expect(again.rows[0]!.verdict).toBe('duplicate');
  const double = again.rows[0]!.id;
  expect((await lines.compare({ id: double })).decisions).toEqual(['return']);
  for (const decision of ['confirm', 'accept', 'part', 'surplus'] as const)
    await expect(lines.decide({ id: double, decision, shown: 0, reason: 'zato' })).rejects.toMatchObject(differs(null));
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  expect(await lines.decide({ id: double, decision: 'return', reason: 'Plaćeno dva puta' })).toEqual({
    outcome: 'owed',
    number,
  });
  const list = (await owed.list({})).rows.filter((row) => row.number === number);
  expect(list.map(({ amount, payer, reason }) => [amount, payer, reason])).toEqual([
    [PRICE, 'DRAŠKOVIĆ NATAŠA', 'Plaćeno dva puta'],
    [50_000, 'DRAŠKOVIĆ NATAŠA', ''],
  ]);
  const [first] = list;
  await owed.mark({ id: first!.id, returned: true });
  await owed.mark({ id: first!.id, returned: true });
  expect((await owed.list({})).rows.filter((row) => row.number === number)).toHaveLength(1);
  expect((await owed.list({ returned: true })).rows.find(({ id: one }) => one === first!.id)).toMatchObject({
    returnedBy: admin.email,
    returnedAt: app.clock.now.toISOString(),
  });
  await expect(lines.reopen({ id: double }), 'given back already').rejects.toMatchObject({ code: 'PAYMENT_COUNTED' });
  await owed.mark({ id: first!.id, returned: false });
  await lines.reopen({ id: double });
  expect((await lineOf(again.importId, double)).state).toBe('open');
});

test('a reservation whose only payment goes back is known as one that money came for, is cancelled, and its mail names that money', async () => {
  const email = 'vracena@primer.rs';
  const { id, number, reference } = await reserve({ personalInfo: { email } });
  const { rows } = await came({ amount: '10000.00', reference });
  const listed = async () => (await organiser.list({ search: String(number) })).rows[0]!;
  expect(await listed()).toMatchObject({ hadMoney: false });
  await lines.decide({ id: rows[0]!.id, decision: 'return', reason: 'Na zahtev kupca' });
  expect(await listed()).toMatchObject({ status: 'pending', arrived: 0, hadMoney: true });
  const shown = { status: 'pending', arrived: 0 } as const;
  expect(await organiser.remove({ id, shown, reason: 'Na Vaš zahtev' })).toMatchObject({ deleted: false });
  const [told] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'events.cancelled')));
  expect(told!.props).toMatchObject({ owed: [{ amount: 1_000_000, currency: 'RSD' }] });
});

test('a payment of a reservation that was marked as paid by hand is linked to it: nothing is counted twice, no second ticket', async () => {
  const { id, number, reference } = await reserve();
  await organiser.confirm({ id });
  const { rows, importId } = await came({ amount: '18349.00', reference });
  expect(rows[0]).toMatchObject({ verdict: 'duplicate', reservation: { status: 'placeno' } });
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
  expect(await lines.decide({ id: rows[0]!.id, decision: 'confirm' })).toEqual({ outcome: 'linked', number });
  expect(await db.select().from(paymentParts).where(eq(paymentParts.reservationId, id))).toMatchObject([
    { lineId: rows[0]!.id, amount: PRICE, state: 'confirmed' },
  ]);
  expect(await rowOf(id)).toMatchObject({ arrived: PRICE });
  expect(await ticketsMailed(id)).toBe(1);
});

test('money that was said by hand for a reservation cancelled since is owed back once, also when a statement shows it', async () => {
  const cancelled = async () => {
    const reserved = await reserve();
    await organiser.confirm({ id: reserved.id });
    const shown = { status: 'placeno', arrived: PRICE } as const;
    await organiser.remove({ id: reserved.id, shown, reason: 'Na zahtev kupca' });
    return reserved;
  };
  const owedFor = async (number: number) =>
    (await owed.list({ returned: true })).rows
      .filter((row) => row.number === number)
      .sort((one, other) => other.amount - one.amount);

  const one = await cancelled();
  await owed.mark({ id: (await owedFor(one.number))[0]!.id, returned: true });
  const line = (await came({ amount: '18349.00', reference: one.reference })).rows[0]!;
  expect(line.verdict).toBe('cancelled');
  expect(await lines.compare({ id: line.id })).toMatchObject({
    expected: { amount: PRICE, currency: 'RSD' },
    missing: 0,
    decisions: ['confirm', 'return'],
  });
  const linked = { outcome: 'linked', number: one.number };
  expect(await lines.decide({ id: line.id, decision: 'confirm' })).toEqual(linked);
  expect(await owedFor(one.number), 'given back already, and once').toMatchObject([
    { amount: PRICE, bookedOn: '2027-05-03', returnedBy: admin.email, reason: 'Na zahtev kupca' },
  ]);
  expect(await rowOf(one.id)).toMatchObject({ status: 'otkazano', arrived: 0 });

  const two = await cancelled();
  const [more, again] = (
    await came({ amount: '18849.00', reference: two.reference }, { amount: '18349.00', reference: two.reference })
  ).rows;
  await lines.decide({ id: more!.id, decision: 'confirm', shown: PRICE });
  expect((await lines.compare({ id: again!.id })).decisions, 'a second payment is another one').toEqual(['return']);
  await lines.decide({ id: again!.id, decision: 'return' });
  expect((await owedFor(two.number)).map(({ amount, returnedAt }) => [amount, returnedAt])).toEqual([
    [PRICE, null],
    [PRICE, null],
    [50_000, null],
  ]);
  expect(await faultsOf(db)).toEqual([]);
});

test('the button that knows no line asks for the reason where a part has come', async () => {
  const { id, reference } = await reserve();
  const { rows } = await came({ amount: '10000.00', reference });
  await lines.decide({ id: rows[0]!.id, decision: 'part', shown: PRICE });
  await expect(organiser.confirm({ id, shown: 0, reason: 'Ostatak u gotovini' })).rejects.toMatchObject({
    code: 'RESERVATION_CHANGED',
    data: { arrived: 1_000_000 },
  });
  await expect(organiser.confirm({ id, shown: 1_000_000 })).rejects.toMatchObject({ code: 'PAYMENT_REASON_NEEDED' });
  const reason = 'Ostatak donet u gotovini';
  expect(await organiser.confirm({ id, shown: 1_000_000, reason })).toMatchObject({ status: 'placeno' });
  expect(await rowOf(id)).toMatchObject({ arrived: 1_000_000 });
  expect(await db.select().from(acceptedDifferences).where(eq(acceptedDifferences.reservationId, id))).toMatchObject([
    { missing: 834_900, reason },
  ]);
});

test('a skipped half is seen with who and when, is taken back, and joins its second half', async () => {
  const { id, number, reference } = await reserve();
  const first = await came({ amount: '10000.00', reference });
  const half = first.rows[0]!.id;
  await lines.dismiss({ id: half });
  await lines.dismiss({ id: half });
  expect((await lines.list({ importId: first.importId })).rows).toEqual([]);
  expect((await lines.list({ importId: first.importId, state: 'dismissed' })).rows).toMatchObject([
    { id: half, state: 'dismissed', decidedBy: admin.email, decidedAt: app.clock.now.toISOString() },
  ]);
  const second = await came({ amount: '8349.00', reference });
  expect(second.rows[0]!.verdict).toBe('part');
  expect((await lines.compare({ id: second.rows[0]!.id })).earlier).toMatchObject([
    { lineId: half, amount: 1_000_000, state: 'dismissed' },
  ]);
  await lines.reopen({ id: half });
  await lines.reopen({ id: half });
  expect((await lineOf(second.importId, second.rows[0]!.id)).verdict).toBe('exact');
  expect(await lines.decide({ id: second.rows[0]!.id, decision: 'confirm' })).toEqual({ outcome: 'paid', number });
  expect((await lineOf(first.importId, half)).state).toBe('recorded');
  expect(await rowOf(id)).toMatchObject({ status: 'placeno', arrived: PRICE });
  await expect(lines.reopen({ id: half }), 'it paid').rejects.toMatchObject({ code: 'PAYMENT_COUNTED' });
});

test('a decision about a state that is no longer there is refused with what is there now', async () => {
  const { reference } = await reserve();
  const { rows } = await came({ amount: '3000.00', reference }, { amount: '4000.00', reference });
  await lines.decide({ id: rows[0]!.id, decision: 'part', shown: PRICE });
  for (const decision of ['part', 'accept'] as const satisfies Decision[])
    await expect(
      lines.decide({ id: rows[1]!.id, decision, shown: PRICE, reason: 'Po dogovoru' }),
    ).rejects.toMatchObject({ code: 'PAYMENT_DIFFERS', data: { expected: { amount: PRICE - 300_000 } } });
});

test('whatever is decided, what was seen is compared when it is said: also when it agrees by now, and when all of it goes back', async () => {
  const { reference, number } = await reserve();
  const { rows } = await came({ amount: '8349.00', reference }, { amount: '10000.00', reference });
  const [rest, half] = rows;
  const now = { code: 'PAYMENT_DIFFERS', data: { expected: { amount: PRICE - 1_000_000 } } };
  await lines.decide({ id: half!.id, decision: 'part', shown: PRICE });
  for (const shown of [PRICE, null])
    for (const decision of ['confirm', 'return'] as const)
      await expect(lines.decide({ id: rest!.id, decision, shown }), `${decision} ${shown}`).rejects.toMatchObject(now);
  const seen = { id: rest!.id, shown: PRICE - 1_000_000 };
  expect(await lines.decide({ ...seen, decision: 'confirm' })).toEqual({ outcome: 'paid', number });

  const unknown = (await came({ amount: '50.00', payer: 'Neko' })).rows[0]!.id;
  await expect(lines.decide({ id: unknown, decision: 'return', shown: PRICE })).rejects.toMatchObject({
    code: 'PAYMENT_DIFFERS',
    data: { expected: null },
  });
  expect(await lines.decide({ id: unknown, decision: 'return', shown: null })).toEqual({
    outcome: 'owed',
    number: null,
  });
});

test('two people decide on one payment at once: one decision is carried out, the other person hears of it', async () => {
  const { id, reference } = await reserve();
  const other = call(app, await person(app, 'admin')).bank;
  const { rows } = await came({ amount: '10000.00', reference });
  const line = rows[0]!.id;
  const outcomes = await Promise.allSettled([
    lines.decide({ id: line, decision: 'part', shown: PRICE }),
    other.lines.decide({ id: line, decision: 'return' }),
    other.lines.dismiss({ id: line }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'STATEMENT_LINE_SETTLED' });
  expect([0, 1_000_000]).toContain((await rowOf(id)).arrived);
});

test('a statement in numbers: what arrived is what waits for a decision, was skipped, confirmed, waits as a part or is owed', async () => {
  const [one, two] = [await reserve(), await reserve()];
  const { importId, rows } = await came(
    { amount: '18349.00', reference: one.reference },
    { amount: '5000.00', reference: two.reference },
    { amount: '7.00', payer: 'Neko' },
    { amount: '8.00', payer: 'Hotel' },
    { amount: '9.00', currency: 'EUR', payer: 'Gost' },
  );
  await lines.decide({ id: rows[0]!.id, decision: 'confirm' });
  await lines.decide({ id: rows[1]!.id, decision: 'part', shown: PRICE });
  await lines.decide({ id: rows[2]!.id, decision: 'return' });
  await lines.dismiss({ id: rows[3]!.id });
  const rsd = (amount: number) => [{ amount, currency: 'RSD' }];
  const { verdicts, ...sums } = await statements.sums({ importId });
  expect(sums).toEqual({
    balances: [
      { currency: 'EUR', opening: 100_000, closing: 100_900, total: 900, difference: 0 },
      { currency: 'RSD', opening: 100_000, closing: 2_436_400, total: 2_336_400, difference: 0 },
    ],
    went: [],
    states: { open: 1, held: 0, recorded: 3, closed: 0, dismissed: 1 },
    holds: [],
    isTooNew: expect.any(Boolean),
    held: [],
    closed: [],
    version: expect.any(String),
    arrived: [...rsd(2_336_400), { amount: 900, currency: 'EUR' }],
    open: [{ amount: 900, currency: 'EUR' }],
    dismissed: rsd(800),
    confirmed: rsd(PRICE),
    waiting: rsd(500_000),
    owed: rsd(700),
  });
  expect(verdicts.unknown).toEqual({ lines: 1, sums: [{ amount: 900, currency: 'EUR' }] });
});
