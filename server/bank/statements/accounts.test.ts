import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Duty } from '#domain/access.ts';
import { accountIn, bankAccounts } from '#domain/bank/accounts.ts';
import { shippedSettings } from '#domain/events/event-settings.ts';
import { transferEnvironment, transferSettings } from '#domain/orders/transfer/transfer-settings.ts';
import { reservations } from '../../events/schema.ts';
import { testApp } from '../../test/app.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, giveDuties, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { COMPANY, camtFile, confirmExact, type SampleEntry } from '../../test/statements.ts';
import { statementImports, statementLines } from '../schema.ts';

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
async function keeper(duty: Duty) {
  const who = await person(app, 'admin');
  await giveDuties(app, who, [duty]);
  return call(app, who).bank;
}
const [accountant, organiser] = [await keeper('accounting'), await keeper('event')];

const ORGANISER = '999000000000010142';
const reserve = () => call(app).events.reserve(newReservation({ selectedPackage: 'apartment-package' }));
const entry = (reference: string, rest: Partial<SampleEntry> = {}): SampleEntry => ({
  amount: '18349.00',
  currency: 'RSD',
  reference,
  ...rest,
});
const file = (content: string) => new File([content], 'izvod');
async function brought(content: string, bank = accountant, account?: string) {
  const answer = await bank.statements.import({ file: file(content), account });
  if (answer.kind !== 'imported') throw new Error(`${answer.kind} is asked for`);
  return answer;
}
const rowsOf = async (importId: string) => (await accountant.lines.list({ importId, all: true })).rows;
const statusOf = async (number: number) =>
  (await db.select().from(reservations).where(eq(reservations.number, number)))[0]!.status;

test('an account belongs to whom the settings say, however a bank writes it', () => {
  expect(
    bankAccounts(shippedSettings, transferSettings(z.object(transferEnvironment).parse({}))).map(
      ({ account, entity }) => [account, entity],
    ),
  ).toEqual([
    ['999000000000030318', 'company'],
    [ORGANISER, 'organiser'],
    ['999000000000020230', 'organiser'],
  ]);
  for (const written of [
    '999-0000000000101-42',
    '999-101-42',
    'RS35999000000000010142',
    'RS35 9990 0000 0000 0101 42',
    'PRIMRSBG/RS35999000000000010142',
    '999000000000010142RSD',
  ])
    expect(accountIn(written), written).toBe(ORGANISER);
  for (const none of ['', 'RSD', '999000000000010143', '9'.repeat(80)]) expect(accountIn(none), none).toBeNull();
});

test('what comes to the company’s account pays for no reservation, whatever it names', async () => {
  const { number, instructions } = await reserve();
  const { importId } = await brought(camtFile([entry(instructions.reference)], { account: COMPANY }));
  expect(await rowsOf(importId)).toMatchObject([{ verdict: 'unknown', reservation: null, suggestion: null }]);
  const [line] = await rowsOf(importId);
  await expect(
    accountant.lines.decide({ id: line!.id, decision: 'confirm', reservationNumber: number }),
  ).rejects.toMatchObject({ code: 'STATEMENT_LINE_GONE' });
  await expect(
    accountant.desk.decide({ id: line!.id, decision: 'confirm', number }),
    'of the company’s account it is the number of an order',
  ).rejects.toMatchObject({ code: 'PAYMENT_ORDER_GONE' });
  expect(await statusOf(number)).toBe('pending');
});

test('the event’s staff see the organiser’s statements and none of the company’s', async () => {
  const { importId } = await brought(camtFile([entry('')], { account: COMPANY }));
  const [line] = await rowsOf(importId);
  const gone = { code: 'STATEMENT_GONE', status: 404 };
  for (const asked of [
    () => organiser.desk.confirmExact({ importId, version: '' }),
    () => organiser.desk.decide({ id: line!.id, decision: 'return' }),
    () => organiser.desk.close({ id: line!.id, reason: 'nije naše' }),
    () => organiser.desk.candidates({ id: line!.id }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(organiser.statements.sums({ importId })).rejects.toMatchObject(gone);
  await expect(organiser.lines.list({ importId })).rejects.toMatchObject(gone);
  await expect(organiser.statements.confirmExact({ importId, version: '' })).rejects.toMatchObject(gone);
  await expect(organiser.statements.total({ importId, amount: 1, currency: 'RSD' })).rejects.toMatchObject(gone);
  for (const asked of [
    () => organiser.lines.compare({ id: line!.id }),
    () => organiser.lines.decide({ id: line!.id, decision: 'return' }),
    () => organiser.lines.dismiss({ id: line!.id }),
    () => organiser.lines.reopen({ id: line!.id }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'STATEMENT_LINE_GONE', status: 404 });
  const theirs = camtFile([entry('')], { account: COMPANY });
  await expect(organiser.statements.import({ file: file(theirs) })).rejects.toMatchObject({
    code: 'STATEMENT_OF_ANOTHER_ACCOUNT',
    data: { account: '999-0000000000303-18' },
  });
  expect((await organiser.statements.list({})).rows.filter(({ entity }) => entity !== 'organiser')).toEqual([]);
  expect((await accountant.statements.list({ entity: 'company' })).rows.map(({ id }) => id)).toContain(importId);
});

test('a statement of a stranger’s account is refused, and one without an account asks for it', async () => {
  const before = await db.$count(statementImports);
  const strange = camtFile([entry('')], { account: 'RS35165000000000005574' });
  await expect(accountant.statements.import({ file: file(strange) })).rejects.toMatchObject({
    code: 'STATEMENT_OF_ANOTHER_ACCOUNT',
  });
  const nameless = camtFile([entry('')], { account: null });
  expect(await accountant.statements.import({ file: file(nameless) })).toMatchObject({ kind: 'account' });
  await expect(
    accountant.statements.import({ file: file(nameless), account: '165000000000005574' }),
  ).rejects.toMatchObject({ code: 'STATEMENT_OF_ANOTHER_ACCOUNT' });
  expect(await db.$count(statementImports)).toBe(before);
  const { importId } = await brought(nameless, accountant, ORGANISER);
  const [row] = (await accountant.statements.list({ entity: 'organiser' })).rows.filter(({ id }) => id === importId);
  expect(row).toMatchObject({ account: '999-0000000000101-42', firstDay: '2027-05-03', lastDay: '2027-05-03' });
});

test('nothing of a statement whose lines do not make its balances is decided; brought again whole, it is', async () => {
  const [one, two] = await Promise.all([reserve(), reserve()]);
  const lines = [one, two].map(({ instructions }, n) => entry(instructions.reference, { bankReference: `W${n}` }));
  const cut = await brought(camtFile(lines.slice(0, 1), { missing: 1_834_900 }));
  const notWhole = { code: 'STATEMENT_NOT_WHOLE', data: { currency: 'RSD', difference: 1_834_900 } };
  const [line] = await rowsOf(cut.importId);
  expect((await accountant.statements.sums({ importId: cut.importId })).balances).toMatchObject([
    { opening: 100_000, closing: 3_769_800, total: 1_834_900, difference: 1_834_900 },
  ]);
  await expect(confirmExact(accountant, cut.importId)).rejects.toMatchObject(notWhole);
  for (const decision of ['confirm', 'return'] as const)
    await expect(accountant.lines.decide({ id: line!.id, decision })).rejects.toMatchObject(notWhole);
  expect(await statusOf(one.number)).toBe('pending');
  const whole = await brought(camtFile(lines));
  expect(whole).toMatchObject({ lines: 2, fresh: 1 });
  expect((await rowsOf(whole.importId)).map(({ position }) => position)).toEqual([1, 2]);
  expect(await rowsOf(cut.importId)).toEqual([]);
  expect(await confirmExact(accountant, whole.importId)).toEqual({ confirmed: 2 });
});

test('what agrees only together with a statement that does not add up is confirmed neither alone nor with all', async () => {
  const [one, two] = await Promise.all([reserve(), reserve()]);
  const part = entry(one.instructions.reference, { amount: '10000.00' });
  const { importId } = await brought(camtFile([part, entry(two.instructions.reference)]));
  const rest = entry(one.instructions.reference, { amount: '8349.00', bankReference: 'REST' });
  await brought(camtFile([rest], { missing: 100 }));
  const [line] = await rowsOf(importId);
  expect(line).toMatchObject({ verdict: 'exact', together: 1_834_900 });
  expect((await accountant.statements.sums({ importId })).verdicts.exact).toEqual({
    lines: 1,
    sums: [{ amount: 1_834_900, currency: 'RSD' }],
  });
  expect(await confirmExact(accountant, importId)).toEqual({ confirmed: 1 });
  const besideBroken = { code: 'STATEMENT_BESIDE_NOT_WHOLE', data: { fileName: 'izvod' } };
  for (const { decide } of [accountant.lines, accountant.desk])
    await expect(decide({ id: line!.id, decision: 'confirm' })).rejects.toMatchObject(besideBroken);
  expect(await Promise.all([one, two].map(({ number }) => statusOf(number)))).toEqual(['pending', 'placeno']);
  const whole = await brought(camtFile([rest, entry('', { amount: '1.00', bankReference: 'WHOLE' })]));
  expect(await confirmExact(accountant, whole.importId)).toEqual({ confirmed: 1 });
  expect(await statusOf(one.number)).toBe('placeno');
});

test('where a format has no balances, the total that a person types must equal the lines', async () => {
  const { number, instructions } = await reserve();
  const went = entry('', { amount: '500.00', outgoing: true, purpose: 'provizija' });
  const { importId } = await brought(camtFile([entry(instructions.reference), went], { missing: null }));
  await expect(confirmExact(accountant, importId)).rejects.toMatchObject({
    code: 'STATEMENT_NOT_WHOLE',
    data: { difference: null },
  });
  const typed = await accountant.statements.total({ importId, amount: 1_834_900, currency: 'RSD' });
  expect(typed.balances).toMatchObject([{ total: 1_784_900, difference: 50_000 }]);
  await expect(confirmExact(accountant, importId)).rejects.toMatchObject({ data: { difference: 50_000 } });
  await accountant.statements.total({ importId, amount: 1_784_900, currency: 'RSD' });
  expect(await confirmExact(accountant, importId)).toEqual({ confirmed: 1 });
  expect(await statusOf(number)).toBe('placeno');
  const said = await brought(camtFile([entry('', { bankReference: 'S' })], { missing: 1 }));
  await accountant.statements.total({ importId: said.importId, amount: 1_834_900, currency: 'RSD' });
  await expect(confirmExact(accountant, said.importId), 'what the bank says stands').rejects.toMatchObject({
    data: { difference: 1 },
  });
});

test('what left an account is kept beside what came, pays for nothing and is not counted as arrived', async () => {
  const { instructions } = await reserve();
  const { importId } = await brought(
    camtFile([entry(instructions.reference, { outgoing: true, payer: 'Kurir' }), entry('', { amount: '1.00' })]),
  );
  const [went] = await rowsOf(importId);
  expect(went).toMatchObject({ outgoing: true, payer: 'Kurir', verdict: 'outgoing', reservation: null });
  expect(await accountant.statements.sums({ importId })).toMatchObject({
    arrived: [{ amount: 100, currency: 'RSD' }],
    went: [{ amount: 1_834_900, currency: 'RSD' }],
  });
  await expect(accountant.lines.decide({ id: went!.id, decision: 'return' })).rejects.toMatchObject({
    code: 'PAYMENT_DIFFERS',
  });
  await accountant.lines.dismiss({ id: went!.id });
});

test('lines of a statement from before accounts are not brought a second time', async () => {
  const line = entry('', { bankReference: 'FORMER', purpose: 'ranije' });
  const { createHash } = await import('node:crypto');
  const said = JSON.stringify(['2027-05-03', 1_834_900, 'RSD', '', '', 'ranije', 'FORMER']);
  const [former] = await db
    .insert(statementImports)
    .values({ fileName: 'a', sha256: 'a', format: 'camt', lineCount: 1, importedBy: 'a' })
    .returning();
  await db.insert(statementLines).values({
    importId: former!.id,
    position: 1,
    bookedOn: '2027-05-03',
    amount: 1_834_900,
    currency: 'RSD',
    payer: '',
    reference: '',
    purpose: 'ranije',
    fingerprint: createHash('sha256').update(`${said}#0`).digest('hex'),
  });
  expect(await brought(camtFile([line]))).toMatchObject({ lines: 1, fresh: 0 });
  expect(await brought(camtFile([line], { account: COMPANY })), 'of another account it is another line').toMatchObject({
    fresh: 1,
  });
});
