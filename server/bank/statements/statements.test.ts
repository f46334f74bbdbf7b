import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementCopy } from '#domain/bank/copy.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { reservations } from '../../events/schema.ts';
import { carryOutDueDecisions } from '../../flows/bank/carry-out-due-decisions.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile, confirmExact, type SampleEntry } from '../../test/statements.ts';
import { statementImports, statementLines } from '../schema.ts';

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
const visitor = call(app);
const admin = await person(app, 'admin');
const { bank } = call(app, admin);
const { statements, lines } = bank;

const file = (content: BlobPart, name = 'izvod') => new File([content], name);
const reserve = (requested: Parameters<typeof newReservation>[0] = {}) =>
  visitor.events.reserve(newReservation(requested));
const pay = (reference: string, amount: string, rest: Partial<SampleEntry> = {}): SampleEntry => ({
  reference,
  amount,
  currency: 'RSD',
  ...rest,
});
async function imported(content: BlobPart) {
  const answer = await statements.import({ file: file(content) });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  return answer;
}
const rowsOf = async (importId: string) => (await lines.list({ importId, all: true })).rows;
const countsOf = async (importId: string) =>
  Object.fromEntries(
    Object.entries((await statements.sums({ importId })).verdicts).map(([name, { lines: count }]) => [name, count]),
  );
const isPaid = async (number: number) =>
  (await db.select().from(reservations).where(eq(reservations.number, number)))[0]!.confirmed;

test('a CAMT statement: right payments are confirmed with one click, the others are listed with what is wrong', async () => {
  const [exact, spaced, part, over, euro] = await Promise.all([
    reserve(),
    reserve(),
    reserve(),
    reserve(),
    reserve({ selectedCountry: 'CG' }),
  ]);
  const reference = (reserved: typeof exact) => reserved.instructions.reference;
  const {
    importId,
    lines: read,
    fresh,
  } = await imported(
    camtFile([
      pay(reference(exact), '16005.00'),
      pay(`97 ${reference(spaced).replace('-', ' ')}`, '16005.00'),
      pay(reference(part), '10000.00'),
      pay(reference(over), '17000.00'),
      pay('', '136.60', { currency: 'EUR', purpose: `Rezervacija ${euro.number} ${reference(euro)}` }),
      pay('97 11-2027000999', '16005.00', { payer: 'Nepoznat Neko' }),
      pay(reference(exact), '50.00', { outgoing: true }),
    ]),
  );
  expect([read, fresh]).toEqual([7, 7]);
  const { rows } = await lines.list({ importId });
  expect(await countsOf(importId)).toEqual({
    exact: 3,
    part: 1,
    over: 1,
    currency: 0,
    lapsed: 0,
    duplicate: 0,
    cancelled: 0,
    courier: 0,
    card: 0,
    unknown: 1,
    outgoing: 1,
  });
  expect(rows.map(({ verdict, reservation }) => [verdict, reservation?.number ?? null])).toEqual([
    ['exact', exact.number],
    ['exact', spaced.number],
    ['part', part.number],
    ['over', over.number],
    ['exact', euro.number],
    ['unknown', null],
    ['outgoing', null],
  ]);
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 3 });
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
  expect(await Promise.all([exact, spaced, part, over, euro].map(({ number }) => isPaid(number)))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(await db.$count(mails, eq(mails.template, 'events.confirmed'))).toBe(3);
  expect((await statements.list({})).rows.find(({ id }) => id === importId)).toMatchObject({ lines: 7, open: 4 });
});

test('all that agree are confirmed as they were shown: what a colleague did meanwhile is shown with what agrees now', async () => {
  const [first, second, third] = await Promise.all([reserve(), reserve(), reserve()]);
  const entries = [first, second].map(({ instructions }) => pay(instructions.reference, '16005.00'));
  const { importId } = await imported(camtFile([...entries, pay(third.instructions.reference, '16000.00')]));
  const { version } = await statements.sums({ importId });
  const colleague = call(app, await person(app, 'admin')).bank;
  await colleague.lines.dismiss({ id: (await rowsOf(importId))[1]!.id });
  await expect(statements.confirmExact({ importId, version })).rejects.toMatchObject({
    code: 'STATEMENT_CHANGED',
    data: { verdicts: { exact: { lines: 1, sums: [{ amount: 1_600_500, currency: 'RSD' }] } } },
  });
  expect(await Promise.all([first, second].map(({ number }) => isPaid(number)))).toEqual([false, false]);
  const seen = await statements.sums({ importId });
  expect(await statements.confirmExact({ importId, version: seen.version })).toEqual({ confirmed: 1 });
  await expect(statements.confirmExact({ importId, version: seen.version }), 'again').rejects.toMatchObject({
    code: 'STATEMENT_CHANGED',
    data: { verdicts: { exact: { lines: 0 } } },
  });
  expect(await Promise.all([first, second, third].map(({ number }) => isPaid(number)))).toEqual([true, false, false]);
});

test('the same file twice changes nothing, and an overlapping statement brings only what is new', async () => {
  const [first, second] = await Promise.all([reserve(), reserve()]);
  const one = pay(first.instructions.reference, '16005.00', { bankReference: 'B-1' });
  const two = pay(second.instructions.reference, '16005.00', { bankReference: 'B-2' });
  const content = camtFile([one]);
  const twice = await Promise.all([imported(content), imported(content), imported(content)]);
  expect(new Set(twice.map(({ importId }) => importId)).size).toBe(1);
  expect(twice.filter(({ already }) => !already)).toHaveLength(1);
  const before = await db.$count(statementLines);
  expect(await imported(content)).toMatchObject({ already: true, fresh: 0 });
  expect(await db.$count(statementLines)).toBe(before);
  expect(await imported(camtFile([one, two]))).toMatchObject({ already: false, lines: 2, fresh: 1 });
});

test('two equal payments of one day are two payments; of a paid reservation, or more than its price, they are duplicates', async () => {
  const { number, instructions } = await reserve();
  const line = pay(instructions.reference, '16005.00', { booked: '2027-05-02' });
  const { importId, fresh } = await imported(camtFile([line, line]));
  expect(fresh).toBe(2);
  expect((await rowsOf(importId)).map(({ verdict, together }) => [verdict, together])).toEqual([
    ['duplicate', 3_201_000],
    ['duplicate', 3_201_000],
  ]);
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
  const [one, two] = await rowsOf(importId);
  await lines.decide({ id: one!.id, decision: 'confirm' });
  expect(await isPaid(number)).toBe(true);
  await lines.dismiss({ id: two!.id });
  expect((await rowsOf(importId)).map(({ state }) => state)).toEqual(['recorded', 'dismissed']);
  await expect(lines.decide({ id: two!.id, decision: 'return' })).rejects.toMatchObject({
    code: 'STATEMENT_LINE_SETTLED',
  });
});

test('parts that make the price together are confirmed with one decision', async () => {
  const { number, instructions } = await reserve();
  const { importId } = await imported(
    camtFile([pay(instructions.reference, '10000.00'), pay(instructions.reference, '6005.00')]),
  );
  const [one] = await rowsOf(importId);
  expect(one).toMatchObject({ verdict: 'exact', together: 1_600_500 });
  await lines.decide({ id: one!.id, decision: 'confirm' });
  expect(await isPaid(number)).toBe(true);
  expect((await rowsOf(importId)).map(({ state }) => state)).toEqual(['recorded', 'recorded']);
});

test('a payment with a wrong reference suggests the reservation by number or by name, and is linked by the organiser', async () => {
  const person = { firstName: 'Žarko', lastName: 'Šćepanović', email: 'zarko@primer.rs' };
  const { number } = await reserve({ personalInfo: person, selectedPackage: 'apartment-package' });
  const { importId } = await imported(
    camtFile([
      pay('97 12-2027', '1.00', { purpose: `REZERVACIJA BR. ${number}` }),
      pay('', '18349.00', { payer: 'SCEPANOVIC ZARKO' }),
      pay('', '5.00', { payer: 'Neko Drugi' }),
    ]),
  );
  const rows = await rowsOf(importId);
  expect(rows.map(({ suggestion }) => suggestion?.number ?? null)).toEqual([number, number, null]);
  const [, byName, stranger] = rows;
  await expect(lines.decide({ id: stranger!.id, decision: 'confirm' })).rejects.toMatchObject({
    code: 'STATEMENT_NEEDS_RESERVATION',
  });
  await expect(
    lines.decide({ id: stranger!.id, decision: 'confirm', reservationNumber: 999_999 }),
  ).rejects.toMatchObject({
    code: 'RESERVATION_GONE',
  });
  expect(await lines.decide({ id: byName!.id, decision: 'confirm', reservationNumber: number })).toEqual({
    number,
    outcome: 'paid',
  });
});

test('a reservation paid by hand or deleted after the import is noticed', async () => {
  const [paid, deleted] = await Promise.all([reserve(), reserve()]);
  const { importId } = await imported(
    camtFile([pay(paid.instructions.reference, '16005.00'), pay(deleted.instructions.reference, '16005.00')]),
  );
  const idOf = async (number: number) =>
    (await db.select().from(reservations).where(eq(reservations.number, number)))[0]!.id;
  const organiser = call(app, admin).events.admin;
  await organiser.confirm({ id: await idOf(paid.number) });
  await organiser.remove({
    id: await idOf(deleted.number),
    shown: { status: 'pending', arrived: 0 },
    notify: false,
    reason: 'Dupla rezervacija',
  });
  expect((await rowsOf(importId)).map(({ verdict }) => verdict)).toEqual(['duplicate', 'unknown']);
  expect(await confirmExact(bank, importId)).toEqual({ confirmed: 0 });
});

test('what a payment means follows its reservation and the other payments that name it', async () => {
  const [first, second] = await Promise.all([reserve(), reserve()]);
  const { importId } = await imported(
    camtFile([
      pay(first.instructions.reference, '16005.00'),
      pay(first.instructions.reference, '1.00'),
      pay(second.instructions.reference, '136.60', { currency: 'EUR' }),
      pay('', '7.00', { payer: 'Neko Treći' }),
    ]),
  );
  const meaning = async () => (await rowsOf(importId)).map(({ verdict, together }) => [verdict, together]);
  const [, extra, , stranger] = await rowsOf(importId);
  expect(await meaning()).toEqual([
    ['duplicate', 1_600_600],
    ['duplicate', 1_600_600],
    ['currency', null],
    ['unknown', null],
  ]);
  await lines.dismiss({ id: extra!.id });
  expect((await meaning())[0]).toEqual(['exact', null]);
  await imported(camtFile([pay(first.instructions.reference, '2.00')]));
  expect((await meaning())[0], 'another statement names it too').toEqual(['duplicate', 1_600_700]);
  const lapsing = { status: 'isteklo', lapsedAt: app.clock.now } as const;
  await db.update(reservations).set(lapsing).where(eq(reservations.number, first.number));
  expect((await meaning()).map(([verdict]) => verdict)).toEqual(['lapsed', 'duplicate', 'currency', 'unknown']);
  const offered = { amount: 13_660, currency: 'EUR', country: 'CG' } as const;
  await db.update(reservations).set(offered).where(eq(reservations.number, second.number));
  expect((await meaning())[2], 'the price was changed meanwhile').toEqual(['exact', null]);
  const accepted = {
    decision: 'accept',
    reservationNumber: second.number,
    shown: 13_660,
    reason: 'Po dogovoru',
  } as const;
  expect(await lines.decide({ id: stranger!.id, ...accepted })).toMatchObject({ outcome: 'asked' });
  const colleague = call(app, await person(app, 'admin')).bank;
  await colleague.desk.second({ id: (await statements.sums({ importId })).holds[0]!.id });
  app.clock.now = new Date(app.clock.now.getTime() + DECISION_DELAY_MS);
  await carryOutDueDecisions(app.deps);
  expect((await meaning())[2], 'paid by another payment; dinars and euros are not added').toEqual(['duplicate', null]);
  expect(await countsOf(importId)).toMatchObject({ lapsed: 1, duplicate: 1, exact: 0, unknown: 0 });
  expect((await lines.list({ importId, verdict: 'lapsed' })).rows).toHaveLength(1);
});

test('a payment that is imported while its reservation is being paid by hand is a duplicate', async () => {
  const { number, instructions } = await reserve();
  let importing: ReturnType<typeof imported> | undefined;
  await db.transaction(async (tx) => {
    const paid = { confirmed: true, status: 'placeno', confirmedAt: app.clock.now } as const;
    await tx.update(reservations).set(paid).where(eq(reservations.number, number));
    importing = imported(camtFile([pay(instructions.reference, '16005.00')]));
    await untilBlocked(app);
  });
  const { importId } = await importing!;
  expect((await rowsOf(importId)).map(({ verdict }) => verdict)).toEqual(['duplicate']);
});

test('decisions, imports and a payment by hand of one reservation at once: all are carried out, it is paid once', async () => {
  const { number, instructions } = await reserve({ selectedPackage: 'apartment-package' });
  const [{ id } = { id: '' }] = await db.select().from(reservations).where(eq(reservations.number, number));
  const payment = (amount: string) => pay(instructions.reference, amount);
  const { importId } = await imported(camtFile([payment('1.00'), payment('2.00'), payment('3.00')]));
  const [one, two] = await rowsOf(importId);
  const outcomes = await Promise.allSettled([
    lines.dismiss({ id: one!.id }),
    lines.decide({ id: two!.id, decision: 'return' }),
    call(app, admin).events.admin.confirm({ id }),
    imported(camtFile([payment('4.00')])),
    imported(camtFile([payment('5.00')])),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  expect(
    await db.$count(
      mails,
      and(eq(mails.template, 'events.confirmed'), eq(mails.idempotencyKey, `events.confirmed:${id}`)),
    ),
  ).toBe(1);
  expect((await rowsOf(importId)).map(({ state }) => state)).toContain('dismissed');
});

const RS = '999000000000010142';
const header = 'Datum valute;Naziv uplatioca;Svrha uplate;Poziv na broj odobrenja;Zaduženje;Odobrenje';

/** Serbian letters as Windows-1250 writes them. */
function windows1250(text: string): Uint8Array<ArrayBuffer> {
  const codes = new Map(
    [...new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 256 }, (_, n) => n))].map((c, n) => [c, n]),
  );
  return Uint8Array.from(text, (letter) => codes.get(letter)!);
}

test('a bank’s CSV in Windows-1250 asks once what its columns are and remembers', async () => {
  const { number, instructions } = await reserve();
  const line = `03.05.2027;Đorđević Čedomir;Uplata za događaj;97 ${instructions.reference};;"16.005,00"`;
  const csv = windows1250(
    `Izvod br. 12;;;;;\r\n${header}\r\n${line}\r\n04.05.2027;Kafana;Račun;;1.200,00;\r\nUkupno;;;;1.200,00;16.005,00\r\n`,
  );
  const asked = await statements.import({ file: file(csv) });
  expect(asked).toMatchObject({
    kind: 'mapping',
    columns: header.split(';'),
    suggestion: {
      date: 'Datum valute',
      amount: 'Odobrenje',
      outgoing: 'Zaduženje',
      reference: 'Poziv na broj odobrenja',
      purpose: 'Svrha uplate',
      payer: 'Naziv uplatioca',
    },
  });
  if (asked.kind !== 'mapping') throw new Error('no mapping wanted');
  expect(await db.$count(statementImports, eq(statementImports.format, 'csv'))).toBe(0);
  const mapping = { ...asked.suggestion, date: 'Datum valute', amount: 'Odobrenje', defaultCurrency: 'RSD' as const };
  expect(await statements.import({ file: file(csv), mapping }), 'a CSV names no account').toMatchObject({
    kind: 'account',
    accounts: [
      { account: '999000000000030318', entity: 'company' },
      { account: RS, entity: 'organiser' },
      { account: '999000000000020230', entity: 'organiser' },
    ],
  });
  const answer = await statements.import({ file: file(csv), mapping, account: RS });
  expect(answer).toMatchObject({ kind: 'imported', lines: 2, fresh: 2 });
  if (answer.kind !== 'imported') throw new Error('not imported');
  const [row, went] = await rowsOf(answer.importId);
  expect(went).toMatchObject({ payer: 'Kafana', amount: 120_000, outgoing: true, verdict: 'outgoing' });
  expect(row).toMatchObject({ payer: 'Đorđević Čedomir', bookedOn: '2027-05-03', amount: 1_600_500, verdict: 'exact' });
  expect(row!.reservation!.number).toBe(number);

  const next = `${header}\n05.05.2027;Marko;Uplata;${instructions.reference};;1.000,00\n`;
  expect(await statements.import({ file: file(next), account: RS })).toMatchObject({ kind: 'imported', lines: 1 });
});

test('what the columns of a CSV were before is shown and may be changed, and is asked again of a file that does not fit it', async () => {
  const columns = ['Dan knjiženja', 'Ko', 'Priliv', 'Odliv'];
  const csv = (row: string) => file(`${columns.join(';')}\n${row}\n`);
  const mapping = { date: 'Dan knjiženja', payer: 'Ko', amount: 'Priliv', defaultCurrency: 'RSD' as const };
  const first = { file: csv('06.05.2027;Ana;100,00;'), mapping, account: RS };
  expect(await statements.import(first)).toMatchObject({ kind: 'imported', lines: 1 });

  const euros = csv('07.05.2027;Marko;136,60;');
  expect(await statements.import({ file: euros }), 'the bank has an account in euros, too').toMatchObject({
    kind: 'account',
    csv: { columns, sample: [['07.05.2027', 'Marko', '136,60', '']], suggestion: mapping },
  });
  const inEuros = { ...mapping, defaultCurrency: 'EUR' as const };
  const answer = await statements.import({ file: euros, mapping: inEuros, account: '999000000000020230' });
  if (answer.kind !== 'imported') throw new Error('not imported');
  expect(await rowsOf(answer.importId)).toMatchObject([{ amount: 13_660, currency: 'EUR' }]);

  const spent = { file: csv('08.05.2027;Kafana;;1.200,00'), account: RS };
  expect(await statements.import(spent)).toMatchObject({
    kind: 'mapping',
    columns,
    isKnown: true,
    suggestion: inEuros,
  });
  const whole = { ...mapping, outgoing: 'Odliv' };
  expect(await statements.import({ ...spent, mapping: whole })).toMatchObject({ kind: 'imported', lines: 1 });
  const quiet = { code: 'STATEMENT_UNREADABLE', data: { reason: 'empty' } };
  await expect(statements.import({ file: file(columns.join(';')), account: RS })).rejects.toMatchObject(quiet);
});

test('an MT940 statement', async () => {
  const [one, two] = await Promise.all([reserve(), reserve()]);
  const { importId } = await imported(
    [
      ':20:STARTUMS',
      ':25:999000000000010142',
      ':28C:00012/001',
      ':60F:C270501RSD100000,00',
      `:61:2705030503C16005,00NTRF${one.instructions.reference.replace('-', '')}//BNK1`,
      ':86:166?00UPLATA?20Rezervacija?21doga?32DJORDJEVIC JELENA',
      ':61:2705030503D500,00NCHGNONREF//BNK2',
      ':86:provizija',
      ':61:270504C16005,NTRFNONREF//BNK3',
      `:86:/REMI/97 ${two.instructions.reference}/NAME/Petar Petrović`,
      ':62F:C270504RSD131510,00',
      '-',
    ].join('\r\n'),
  );
  expect((await rowsOf(importId)).map(({ verdict, payer, bookedOn }) => [verdict, payer, bookedOn])).toEqual([
    ['exact', 'DJORDJEVIC JELENA', '2027-05-03'],
    ['outgoing', '', '2027-05-03'],
    ['exact', 'Petar Petrović', '2027-05-04'],
  ]);
});

const refusal = (reason: string) => ({ code: 'STATEMENT_UNREADABLE', status: 422, data: { reason } });
const doctype = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "&a;&a;">`).join('')}]>`;

test.each([
  ['external entities', camtFile([pay('1', '1.00')]).replace('?>', `?>${doctype}`), 'xml'],
  ['exploding entities', `<?xml version="1.0"?>${laughs}<Document>&bbbbbbbbb;</Document>`, 'xml'],
  ['broken XML', '<Document><BkToCstmrStmt></Document>', 'xml'],
  ['some other XML', '<?xml version="1.0"?><html><body>1</body></html>', 'format'],
  ['a picture', new Uint8Array(4096).map((_, n) => (n * 7919) % 256), 'columns'],
  ['nothing', '', 'columns'],
  ['a statement without a single payment', camtFile([]), 'empty'],
])('%s is refused in words and nothing is kept', async (_, content, reason) => {
  const before = await db.$count(statementImports);
  await expect(statements.import({ file: file(content) })).rejects.toMatchObject(refusal(reason));
  expect(await db.$count(statementImports)).toBe(before);
});

test('a column that is not there, a column of dates without dates and one of amounts without amounts', async () => {
  const csv = 'Dan;Ko;Koliko\n03.05.2027;Ana;100,00\n';
  const mapping = { date: 'Dan', amount: 'Koliko', defaultCurrency: 'RSD' as const };
  const send = (other: object) => statements.import({ file: file(csv), mapping: { ...mapping, ...other } });
  await expect(send({ reference: 'Poziv' })).rejects.toMatchObject({
    code: 'STATEMENT_COLUMN_MISSING',
    message: expect.stringContaining('Poziv'),
  });
  await expect(send({ date: 'Ko' })).rejects.toMatchObject(refusal('date'));
  await expect(send({ amount: 'Ko' })).rejects.toMatchObject(refusal('amount'));
});

test('50 MB are refused before they are read', async () => {
  let read = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    },
    { highWaterMark: 0 },
  );
  const type = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(50 * 1024 * 1024) };
  const headers = { authorization: `Bearer ${admin.token}`, ...type };
  const upload = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  expect((await app.app.request(new Request('http://localhost/api/admin/bank/statements', upload))).status).toBe(413);
  expect(read).toBe(0);
  await expect(
    statements.import({ file: file(new Uint8Array(12.5 * 1024 * 1024), 'veliki.csv') }),
  ).rejects.toMatchObject(refusal('large'));
});

test('a member imports nothing, and large bodies of strangers are not read', async () => {
  const member = call(app, await person(app, 'member')).bank.statements;
  await expect(member.import({ file: file(camtFile([])) })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const body = new FormData();
  body.set('file', new File([new Uint8Array(2 * 1024 * 1024)], 'izvod.xml'));
  const answer = await app.app.request('/api/admin/bank/statements', { method: 'POST', body });
  expect(answer.status).toBe(401);
  expect(statementCopy.formats).toContain('12 MB');
});

test('a press whose answer was lost gets the same answer again, at once and later, and confirms nothing that has come to agree since', async () => {
  const [shown, since] = await Promise.all([reserve(), reserve()]);
  const entries = [shown, since].map(({ instructions }) => pay(instructions.reference, '16005.00'));
  const { importId } = await imported(camtFile(entries));
  const skipped = (await rowsOf(importId)).find(({ reservation }) => reservation?.number === since.number)!;
  await lines.dismiss({ id: skipped.id });
  const { version } = await statements.sums({ importId });
  const asked = { importId, version, key: randomUUID() };
  const press = () => statements.confirmExact(asked);
  expect(await Promise.all([press(), press()])).toEqual([{ confirmed: 1 }, { confirmed: 1 }]);
  expect(await press()).toEqual({ confirmed: 1 });
  await lines.reopen({ id: skipped.id });
  expect(await press(), 'what agrees now is another press').toEqual({ confirmed: 1 });
  expect(await Promise.all([shown, since].map(({ number }) => isPaid(number)))).toEqual([true, false]);
  const colleague = call(app, await person(app, 'admin')).bank;
  expect(await codeOfCall(colleague.statements.confirmExact(asked))).toBe('STATEMENT_GONE');
  const now = await statements.sums({ importId });
  expect(await codeOfCall(statements.confirmExact({ importId, version, key: randomUUID() }))).toBe('STATEMENT_CHANGED');
  expect(await statements.confirmExact({ importId, version: now.version, key: randomUUID() })).toEqual({
    confirmed: 1,
  });
});
