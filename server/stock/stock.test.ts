import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import { desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DevicePlace, PLACES, WAYS } from '#domain/stock/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { xlsxFile } from '../platform/spreadsheet.ts';
import { testApp } from '../test/app.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { readPdf } from '../test/pdf.ts';
import { call, codeOfCall, giveDuties, person } from '../test/people.ts';
import { isStockCounted } from './level.ts';
import {
  deliverDevices,
  packDevices,
  receiveReturnedDevice,
  restockDevices,
  shipDevices,
  unpackDevices,
  writeOff,
} from './move-devices.ts';
import { stockDevices, stockMoves } from './schema.ts';

const app = await testApp();
readStatementsPatiently();
const keeper = await person(app, 'admin');
await giveDuties(app, keeper, ['warehouse']);
const { admin: stock } = call(app, keeper).stock;
const actor = { id: keeper.id, email: keeper.email };
const buyer = await person(app, 'member', { firstName: 'Sofija', lastName: 'Žunić' });
const [order] = await app.db
  .insert(orders)
  .values({ profileId: buyer.id, email: buyer.email, kind: 'device', productName: 'Vidik', amount: 21_900 })
  .returning();
const orderId = order!.id;

let last = 0;
const newSerials = (n: number) => Array.from({ length: n }, () => `VDK-26-${String(++last).padStart(6, '0')}`);
const csv = (lines: string[], name = 'prijem.csv') => new File([lines.join('\r\n')], name);
const take = (file: File, key: string = randomUUID()) => stock.take({ key, file, document: 'Otpremnica 2026-118' });
const inTx = (act: (tx: Parameters<Parameters<typeof app.db.transaction>[0]>[0]) => Promise<unknown>) =>
  app.db.transaction(act).then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const placeOf = async (serial: string) =>
  (await app.db.select().from(stockDevices).where(eq(stockDevices.serial, serial)))[0]?.place;

test('until the first intake nothing is counted', async () => {
  expect(await isStockCounted(app.db)).toBe(false);
  expect(await stock.level()).toMatchObject({ received: 0, isLow: false, warnBelow: 100 });
});

test('a file is checked first and writes nothing; its good rows are received at once, the rest says why, by line', async () => {
  const [one, two, old] = newSerials(3) as [string, string, string];
  await take(csv([old]));
  const file = csv([
    'Serijski broj;Kutija',
    one,
    `${old};B`,
    '',
    two.toLowerCase(),
    one,
    'VDK-26-47O2',
    'VDK 26 004773',
    'x1',
  ]);
  const checked = await stock.check({ file });
  expect(checked.lines).toBe(7);
  expect(checked.fresh).toBe(2);
  expect(checked.problems).toMatchObject([
    { line: 3, text: old, problem: { kind: 'exists', place: 'stock', order: null } },
    { line: 6, text: one, problem: { kind: 'twice', line: 2 } },
    { line: 7, text: 'VDK-26-47O2', problem: { kind: 'letter', missing: 2 } },
    { line: 8, text: 'VDK 26 004773', problem: { kind: 'space' } },
    { line: 9, text: 'x1', problem: { kind: 'format' } },
  ]);
  expect(await placeOf(one)).toBeUndefined();

  const key = randomUUID();
  const taken = await take(file, key);
  expect(taken).toMatchObject({ fresh: 2, intake: 2 });
  expect([await placeOf(one), await placeOf(two)]).toEqual(['stock', 'stock']);
  expect(await take(file, key), 'the same once more').toMatchObject({ intake: 2, fresh: 2 });
  expect((await stock.intakes({})).rows[0]).toMatchObject({ number: 2, count: 2, document: 'Otpremnica 2026-118' });
  expect(await codeOfCall(take(csv([old])))).toBe('INTAKE_EMPTY');
});

test('an Excel file is read like a CSV', async () => {
  const serials = newSerials(3);
  const sheet = { name: 'prijem', title: 'Prijem', header: ['Serijski broj', 'Kutija'], widths: [20, 10] };
  const file = await xlsxFile({ ...sheet, lines: serials.map((serial) => [serial, 'B4']) });
  expect(await stock.check({ file })).toMatchObject({ lines: 3, fresh: 3, problems: [] });
  expect(await take(file)).toMatchObject({ fresh: 3 });
});

test('a CSV is read as spreadsheets here save it, in Windows-1250 and in UTF-16', async () => {
  const text = ['Serijski broj uređaja\tKutija', ...newSerials(2)].join('\r\n');
  const windows1250 = Uint8Array.from(text, (letter) => (letter === 'đ' ? 0xf0 : letter.charCodeAt(0)));
  const utf16 = Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0));
  for (const bytes of [windows1250, utf16])
    expect(await stock.check({ file: new File([bytes], 'prijem.csv') })).toMatchObject({ fresh: 2, problems: [] });
});

test('what is no table, or too long, is refused with the file’s name', async () => {
  for (const file of [
    new File([new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1, 0xff])], 'prijem.pdf'),
    new File(['PK\u0003\u0004not a workbook'], 'prijem.xlsx'),
    csv([]),
  ])
    await expect(stock.check({ file })).rejects.toMatchObject({ code: 'INTAKE_UNREADABLE', data: { name: file.name } });
  const lines = Array.from({ length: 10_001 }, (_, n) => `VDK-27-${String(n).padStart(6, '0')}`);
  const heading = ['Serijski broj'];
  for (const long of [lines, [...heading, ...lines], [...lines, ...lines]])
    await expect(stock.check({ file: csv(long) })).rejects.toMatchObject({
      code: 'INTAKE_TOO_LONG',
      message: 'Datoteka ima više od 10.000 redova. Podelite je na više prijema.',
    });
  expect(await stock.check({ file: csv(lines.slice(1)) })).toMatchObject({ lines: 10_000, fresh: 10_000 });
  const spaced = lines.slice(0, 6000).flatMap((serial) => [serial, '', ' ;']);
  expect(await stock.check({ file: csv(spaced) }), 'with empty lines').toMatchObject({ lines: 6000, fresh: 6000 });
});

/** A workbook whose directory names its sheet so many times, always the same bytes, and says of it that it is empty. */
async function swollenWorkbook(megabytes: number, { named }: { named: number }): Promise<File> {
  const zeros: Buffer[] = Array(megabytes).fill(Buffer.alloc(1024 * 1024));
  const packed = Buffer.concat(await Readable.from(zeros).pipe(createDeflateRaw()).toArray());
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(named, 8);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  const directory = Array.from({ length: named }, () => [entry, name]).flat();
  return new File([Buffer.concat([local, name, packed, ...directory, end])], 'prijem.xlsx');
}

test.each([
  ['names its sheet again and again', 8],
  ['is larger than it says', 1],
] as const)('a workbook that %s is refused, and the server goes on answering meanwhile', async (_, named) => {
  const file = await swollenWorkbook(400, { named });
  const before = process.threadCpuUsage();
  expect(await codeOfCall(stock.check({ file }))).toBe('INTAKE_UNREADABLE');
  expect(await codeOfCall(take(file))).toBe('INTAKE_UNREADABLE');
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000_000, 'seconds of the thread that answers').toBeLessThan(0.5);
});

test('two who receive the same file at once receive each device once', async () => {
  const serials = newSerials(20);
  const answers = await Promise.all(
    [1, 2].map(() =>
      take(csv(serials)).then(
        ({ fresh }) => fresh,
        (error) => error.code,
      ),
    ),
  );
  expect(answers.sort()).toEqual([20, 'INTAKE_EMPTY']);
  expect(await app.db.$count(stockDevices, sql`${stockDevices.serial} in ${serials}`)).toBe(20);
});

test('an intake by file is taken back within ten seconds, and not once a device has moved', async () => {
  const serials = newSerials(3);
  const { intake } = await take(csv(serials));
  expect(await stock.undo({ number: intake })).toEqual({ removed: 3 });
  expect(await placeOf(serials[0]!)).toBeUndefined();
  expect(await codeOfCall(stock.undo({ number: intake }))).toBe('INTAKE_GONE');

  const again = await take(csv(serials));
  await app.db.transaction((tx) => packDevices(tx, app.deps, actor, { orderId, serials: [serials[0]!], parcel: null }));
  expect(await codeOfCall(stock.undo({ number: again.intake }))).toBe('INTAKE_STAYS');
  const late = await take(csv(newSerials(1)));
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + 20_000);
  expect(await codeOfCall(stock.undo({ number: late.intake }))).toBe('INTAKE_STAYS');
  app.clock.now = now;
});

test('a scanner writes each number at once, says what it has already, and one can be taken back', async () => {
  const key = randomUUID();
  const [one, two] = newSerials(2) as [string, string];
  const first = await stock.scan({ key, serial: `${one}\n` });
  expect(first).toMatchObject({ kind: 'received', serial: one });
  expect(await stock.scan({ key, serial: one })).toMatchObject({ kind: 'again', serial: one });
  expect(await stock.scan({ key: randomUUID(), serial: one })).toMatchObject({
    kind: 'refused',
    problem: { kind: 'exists', place: 'stock' },
  });
  expect(await stock.scan({ key, serial: 'VDK-26-47O5' })).toMatchObject({
    kind: 'refused',
    problem: { kind: 'letter' },
  });
  const second = await stock.scan({ key, serial: two });
  expect(second).toMatchObject({ kind: 'received', intake: (first as { intake: number }).intake });
  const { id } = second as { id: string };
  expect(await stock.unscan({ id })).toEqual({ removed: true });
  expect(await stock.unscan({ id }), 'and once more').toEqual({ removed: false });
  expect(await placeOf(two)).toBeUndefined();
});

test('a scan that is sent again while the first is still under way is received once, and neither answer refuses it', async () => {
  for (const one of newSerials(5)) {
    const key = randomUUID();
    const twice = await Promise.all([stock.scan({ key, serial: one }), stock.scan({ key, serial: one })]);
    expect(twice.map(({ kind }) => kind).sort()).toEqual(['again', 'received']);
  }
});

test('while the only device of a scan is taken back the next one is received, and no empty intake stays', async () => {
  const key = randomUUID();
  const [one, two] = newSerials(2) as [string, string];
  const { id, intake } = (await stock.scan({ key, serial: one })) as { id: string; intake: number };
  const [undone, next] = await Promise.all([stock.unscan({ id }), stock.scan({ key, serial: two })]);
  expect(undone).toEqual({ removed: true });
  expect(next).toMatchObject({ kind: 'received', serial: two });
  expect([await placeOf(one), await placeOf(two)]).toEqual([undefined, 'stock']);
  await stock.unscan({ id: (next as { id: string }).id });
  const { rows } = await stock.intakes({ all: true });
  const numbers = rows.map(({ number }) => number);
  expect(numbers).not.toContain(intake);
  expect(numbers).not.toContain((next as { intake: number }).intake);
});

test('a device is packed, shipped, delivered, returned, looked at, sold again and written off; its way says all of it', async () => {
  const [serial] = newSerials(1) as [string];
  await take(csv([serial]));
  const serials = [serial];
  const parcel = 'VD2600015601';
  await app.db.transaction(async (tx) => {
    await packDevices(tx, app.deps, actor, { orderId, serials, parcel });
    await shipDevices(tx, app.deps, actor, { orderId, serials });
    await deliverDevices(tx, app.deps, actor, { orderId, serials });
  });
  const { rows } = await stock.list({ search: serial.slice(-4) });
  expect(rows.find((row) => row.serial === serial)).toMatchObject({
    place: 'customer',
    order: order!.number,
    parcel,
    person: 'Sofija Žunić',
  });
  await expect(stock.writeOff({ serials, reason: 'faulty' })).rejects.toMatchObject({
    code: 'DEVICE_ELSEWHERE',
    message: `${serial} ne može da se otpiše: kod kupca je, narudžbina ${order!.number}. Prvo upišite povraćaj ili zamenu.`,
  });
  await app.db.transaction(async (tx) => {
    await receiveReturnedDevice(tx, app.deps, actor, { serial, parcel: 'VD2600015533' });
    await restockDevices(tx, app.deps, actor, serials);
  });
  const { id } = rows.find((row) => row.serial === serial)!;
  expect(await stock.device({ id })).toMatchObject({ place: 'stock', isOpened: true, order: order!.number });
  expect(await stock.writeOff({ serials, reason: 'gift', note: 'Sajam' })).toEqual({ written: 1 });
  const way = await stock.device({ id });
  expect(way.moves.map(({ to }) => to)).toEqual([
    'stock',
    'packed',
    'courier',
    'customer',
    'inspection',
    'stock',
    'off',
  ]);
  expect(way.moves.at(-1)).toMatchObject({ from: 'stock', reason: 'gift', note: 'Sajam', order: null });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(log.map(({ action }) => action)).toEqual(['stock.returned', 'stock.restocked', 'stock.written-off']);
});

test('devices that came back and are sound are sold again, all or none, and once; others are refused by name', async () => {
  const serials = newSerials(3) as [string, string, string];
  await take(csv(serials));
  const [one, two, packed] = serials;
  await app.db.transaction(async (tx) => {
    await packDevices(tx, app.deps, actor, { orderId, serials, parcel: null });
    await shipDevices(tx, app.deps, actor, { orderId, serials: [one, two] });
    for (const serial of [one, two])
      await receiveReturnedDevice(tx, app.deps, actor, { serial, parcel: 'VD2600015533' });
  });
  const elsewhere = { code: 'DEVICE_ELSEWHERE', data: { serial: packed, place: 'packed', to: 'stock' } };
  await expect(stock.restock({ serials })).rejects.toMatchObject(elsewhere);
  await expect(stock.restock({ serials: ['VDK-26-999999'] })).rejects.toMatchObject({ code: 'DEVICE_UNKNOWN' });
  expect([await placeOf(one), await placeOf(packed)]).toEqual(['inspection', 'packed']);
  const typed = { serials: [` ${one.toLowerCase()}`, two] };
  expect(await Promise.all([stock.restock(typed), stock.restock(typed)])).toEqual([{ restocked: 2 }, { restocked: 2 }]);
  const { rows } = await stock.list({ search: one });
  expect(rows).toMatchObject([{ place: 'stock', isOpened: true, order: order!.number }]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, rows[0]!.id));
  expect(log.filter(({ action }) => action === 'stock.restocked')).toHaveLength(1);
  const fresh = newSerials(1) as [string];
  await take(csv(fresh));
  await expect(stock.restock({ serials: fresh }), 'nothing came back').rejects.toMatchObject({
    code: 'DEVICE_ELSEWHERE',
  });
});

test('of many devices written off together all are, or none', async () => {
  const serials = newSerials(3);
  await take(csv(serials.slice(0, 2)));
  await expect(stock.writeOff({ serials, reason: 'lost' })).rejects.toMatchObject({
    code: 'DEVICE_UNKNOWN',
    data: { serial: serials[2] },
  });
  expect(await placeOf(serials[0]!)).toBe('stock');
});

test('a write-off whose answer was lost is the same again; another one is told which device is written off already', async () => {
  const serials = newSerials(3) as [string, string, string];
  await take(csv(serials));
  const [one, two, three] = serials;
  const wanted = { serials: [one, two], reason: 'faulty' as const, note: 'Pali su sa police' };
  const twice = await Promise.all([stock.writeOff(wanted), stock.writeOff(wanted)]);
  expect(twice).toEqual([{ written: 2 }, { written: 2 }]);
  const rows = await app.db.select().from(stockDevices).where(eq(stockDevices.serial, one));
  expect(await app.db.$count(stockMoves, eq(stockMoves.deviceId, rows[0]!.id)), 'received and written off').toBe(2);
  const refused = { code: 'DEVICE_ELSEWHERE', data: { serial: one, place: 'off' } };
  await expect(stock.writeOff({ ...wanted, serials: [one, three] })).rejects.toMatchObject(refused);
  expect(await placeOf(three)).toBe('stock');
  await expect(stock.writeOff({ ...wanted, reason: 'lost' })).rejects.toMatchObject(refused);
});

test('the record of a day names what was written off on it in Belgrade, why and by whom; of a day without any there is none', async () => {
  const [one, two, next] = newSerials(3) as [string, string, string];
  await take(csv([one, two, next]));
  const { now } = app.clock;
  const recordOf = async (day: string) => {
    const file = (await stock.writeOffRecord({ day })) as File;
    return { name: file.name, ...(await readPdf(new Uint8Array(await file.arrayBuffer()))) };
  };
  app.clock.now = new Date('2027-03-28T21:59:00Z');
  await stock.writeOff({ serials: [one, two], reason: 'transport', note: 'Kutija je bila mokra' });
  app.clock.now = new Date('2027-03-28T22:01:00Z');
  await stock.writeOff({ serials: [next], reason: 'gift' });
  const paper = await recordOf('2027-03-28');
  expect(paper).toMatchObject({ name: 'zapisnik-o-otpisu-2027-03-28.pdf', title: 'Zapisnik o otpisu', isTagged: true });
  for (const said of [one, two, 'Oštećen u transportu', 'Kutija je bila mokra', '28. 3. 2027.', 'Odobrio'])
    expect(paper.text).toContain(said);
  expect(paper.text).not.toContain(next);
  expect((await recordOf('2027-03-29')).text).toContain(next);
  await expect(stock.writeOffRecord({ day: '2027-03-27' })).rejects.toMatchObject({
    code: 'NOTHING_WRITTEN_OFF',
    message: 'Nema uređaja otpisanih 27. marta 2027.',
  });
  app.clock.now = now;
});

test('two who pack the same device at once: one order has it', async () => {
  const [serial] = newSerials(1) as [string];
  await take(csv([serial]));
  const pack = () => inTx((tx) => packDevices(tx, app.deps, actor, { orderId, serials: [serial], parcel: null }));
  expect((await Promise.all([pack(), pack()])).sort()).toEqual(['DEVICE_ELSEWHERE', 'ok']);
});

test('whoever crosses the limit is mailed about once, until stock was above it again', async () => {
  const low = async () =>
    (await app.db.select().from(mails).where(eq(mails.to, keeper.email)).orderBy(desc(mails.number))).filter(
      ({ template }) => template === 'stock.low',
    );
  const serials = newSerials(4);
  await take(csv(serials));
  const { places } = await stock.level();
  const before = (await low()).length;
  await stock.setLimit({ warnBelow: places.stock });
  expect(await low()).toHaveLength(before);
  await Promise.all(serials.slice(0, 3).map((serial) => stock.writeOff({ serials: [serial], reason: 'lost' })));
  const mailed = await low();
  expect(mailed).toHaveLength(before + 1);
  expect(mailed[0]!.props).toMatchObject({ limit: places.stock, left: places.stock - 1 });
  expect(await stock.level()).toMatchObject({ isLow: true, warnBelow: places.stock });
  await take(csv(newSerials(5)));
  expect((await stock.level()).isLow).toBe(false);
  await stock.setLimit({ warnBelow: 0 });
});

test('the list is found by place, intake, order and name, and is taken away as a file', async () => {
  const serials = newSerials(2);
  const { intake } = await take(csv(serials));
  await app.db.transaction((tx) =>
    packDevices(tx, app.deps, actor, { orderId, serials: [serials[0]!], parcel: 'VD9' }),
  );
  const found = async (asked: Parameters<typeof stock.list>[0]) =>
    (await stock.list(asked)).rows.map(({ serial }) => serial);
  expect(await found({ intake })).toEqual(expect.arrayContaining(serials));
  for (const search of ['VD9', String(order!.number), 'sofija zunic'])
    expect(await found({ search, intake }), search).toEqual([serials[0]]);
  expect(await found({ intake, place: 'stock' })).toEqual([serials[1]]);
  const text = await ((await stock.export({ intake })) as File).text();
  expect(text).toContain(`${serials[0]};Spakovano;${order!.number};VD9`);
});

test('new devices are on the shelf that was said at their intake, by file or by scanner, and the file and the log say it', async () => {
  const [one, two, none] = newSerials(3) as [string, string, string];
  const { intake } = await stock.take({ key: randomUUID(), file: csv([one]), document: '', shelf: ' B4 ' });
  await stock.scan({ key: randomUUID(), serial: two, shelf: 'C1' });
  await stock.scan({ key: randomUUID(), serial: none });
  const shelfOf = async (search: string) => (await stock.list({ search })).rows.map(({ shelf }) => shelf);
  expect([await shelfOf(one), await shelfOf(two), await shelfOf(none)]).toEqual([['B4'], ['C1'], ['']]);
  const lines = async () => (await ((await stock.export({ intake })) as File).text()).trim().split('\r\n');
  expect((await lines())[0]).toBe(
    'Serijski broj;Gde je sada;Narudžbina;Pošiljka;Poslednja promena;Prijem;Primljen;Polica;Kod koga',
  );
  expect((await lines())[1]).toMatch(/;B4;$/);
  const [entry] = await app.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(intake)));
  expect(entry).toMatchObject({ action: 'stock.received', after: { count: 1, shelf: 'B4' } });
  expect(await codeOfCall(stock.scan({ key: randomUUID(), serial: none, shelf: 'B'.repeat(21) }))).toBe('BAD_REQUEST');

  await app.db.transaction((tx) => packDevices(tx, app.deps, actor, { orderId, serials: [one], parcel: null }));
  expect((await lines())[1], 'it is on no shelf any more').toMatch(/;;Sofija Žunić$/);
});

test('without the duty nothing of it is seen or done', async () => {
  const other = await person(app, 'admin');
  await giveDuties(app, other, ['sales', 'support']);
  const { admin } = call(app, other).stock;
  for (const ask of [
    () => admin.list({}),
    () => admin.level(),
    () => admin.writeOff({ serials: newSerials(1), reason: 'lost' }),
  ])
    expect(await codeOfCall(ask())).toBe('FORBIDDEN');
});

test('the database moves a device only where its place leads, and changes no move', async () => {
  const route: Record<DevicePlace, DevicePlace[]> = {
    stock: [],
    packed: ['packed'],
    courier: ['packed', 'courier'],
    customer: ['packed', 'courier', 'customer'],
    inspection: ['packed', 'courier', 'inspection'],
    off: ['off'],
  };
  const set = (serial: string, place: DevicePlace) =>
    app.db
      .update(stockDevices)
      .set({
        place,
        orderId: place === 'stock' || place === 'off' ? null : orderId,
        reason: place === 'off' ? 'lost' : null,
      })
      .where(eq(stockDevices.serial, serial))
      .then(
        () => true,
        () => false,
      );
  for (const from of PLACES)
    for (const to of PLACES) {
      const [serial] = newSerials(1) as [string];
      await take(csv([serial]));
      for (const step of route[from]) await set(serial, step);
      expect(await placeOf(serial)).toBe(from);
      expect(await set(serial, to), `${from} to ${to}`).toBe(from === to || WAYS[from].includes(to));
    }
  await expect(app.db.update(stockMoves).set({ note: 'x' })).rejects.toThrow();
  await expect(app.db.delete(stockMoves)).rejects.toThrow();
  const [moved] = await app.db.select().from(stockDevices).where(eq(stockDevices.place, 'customer')).limit(1);
  await expect(app.db.delete(stockDevices).where(eq(stockDevices.id, moved!.id))).rejects.toThrow();
});

test('who moved a device may be erased; the move stays', async () => {
  const gone = await person(app, 'admin');
  const [serial] = newSerials(1) as [string];
  await call(app, gone).stock.admin.scan({ key: randomUUID(), serial });
  await app.db.execute(sql`delete from auth.users where id = ${gone.id}`);
  expect(await app.db.$count(profiles, eq(profiles.id, gone.id))).toBe(0);
  const { rows } = await stock.list({ search: serial });
  expect((await stock.device({ id: rows[0]!.id })).moves).toMatchObject([{ to: 'stock', by: null }]);
});

test('after any history of two workers at once every serial is in exactly one place, and the way there has no gap', async () => {
  const serials = newSerials(6);
  await take(csv(serials));
  const one = (n: number) => serials[n % serials.length]!;
  const acts: Record<string, (n: number) => Promise<unknown>> = {
    pack: (n) =>
      inTx((tx) => packDevices(tx, app.deps, actor, { orderId, serials: [one(n), one(n + 1)], parcel: null })),
    unpack: (n) => inTx((tx) => unpackDevices(tx, app.deps, actor, { orderId, serials: [one(n)] })),
    ship: (n) => inTx((tx) => shipDevices(tx, app.deps, actor, { orderId, serials: [one(n), one(n + 1)] })),
    deliver: (n) => inTx((tx) => deliverDevices(tx, app.deps, actor, { orderId, serials: [one(n)] })),
    return: (n) => inTx((tx) => receiveReturnedDevice(tx, app.deps, actor, { serial: one(n), parcel: null })),
    restock: (n) => inTx((tx) => restockDevices(tx, app.deps, actor, [one(n)])),
    off: (n) =>
      inTx((tx) => writeOff(tx, app.deps, actor, { serials: [one(n), one(n + 3)], reason: 'faulty', note: '' })),
    scan: (n) => stock.scan({ key: randomUUID(), serial: one(n) }),
  };
  const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(5));
  const worker = fc.array(step, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(worker, worker, async (first, second) => {
      const answers = await Promise.all(
        [first, second].map(async (steps) => {
          const heard: unknown[] = [];
          for (const [name, n] of steps) heard.push(await acts[name]!(n));
          return heard;
        }),
      );
      const refusals = answers.flat().filter((answer) => typeof answer === 'string' && answer !== 'ok');
      expect(refusals.filter((code) => code !== 'DEVICE_ELSEWHERE')).toEqual([]);
      const devices = await app.db.select().from(stockDevices);
      expect(devices.filter(({ serial }) => serials.includes(serial))).toHaveLength(serials.length);
      for (const { id, place, serial } of devices.filter((device) => serials.includes(device.serial))) {
        const moves = await app.db.select().from(stockMoves).where(eq(stockMoves.deviceId, id)).orderBy(stockMoves.id);
        expect(moves.at(-1)!.to, serial).toBe(place);
        expect(moves.map(({ from }) => from)).toEqual([null, ...moves.slice(0, -1).map(({ to }) => to)]);
      }
      const { places, received } = await stock.level();
      expect(Object.values(places).reduce((sum, n) => sum + n, 0)).toBe(received);
      expect(received).toBe(devices.length);
    }),
    { numRuns: 25 },
  );
});
