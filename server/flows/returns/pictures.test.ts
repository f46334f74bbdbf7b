import { randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { removeContents } from '../../files/clean-up.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';
import { shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderClaims, orderEvents, orderLines, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { decodingLine } from '../../platform/decoding.ts';
import { purgeReturnPictures } from '../../returns/purge-pictures.ts';
import { returnPictures } from '../../returns/schema.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { begin, upload } from '../../test/uploads.ts';
import { prepareBanner } from '../campaigns/prepare-banner.ts';
import { erasePerson } from '../people/erase-person.ts';
import { drawPicture } from './draw-picture.ts';

const app = await testApp();
const { db, clock } = app;
const staff = await person(app, 'admin');
const desk = call(app, staff).returns.admin;

let last = 0;
/** A paid order whose devices came to their buyer today. */
async function delivered(who: TestPerson, devices = 1) {
  const { id: profileId, email } = who;
  const productName = 'Vidik – 1 uređaj';
  const price = { amount: 21_900, currency: 'EUR' as const };
  const [order] = await db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'device',
      productName,
      ...price,
      rate: 117.17,
      paidAt: clock.now,
      status: 'paid',
      paymentState: 'paid',
      fulfilmentState: 'delivered',
      delivery: { firstName: 'Milica', lastName: 'Živković' } as never,
    })
    .returning();
  const { id: orderId, number } = order!;
  const line = { orderId, position: 1, kind: 'goods' as const, name: productName, quantity: devices };
  await db.insert(orderLines).values({ ...line, ...price });
  await db.insert(orderClaims).values({ orderId, way: 'card', ...price });
  await db.insert(orderPayments).values({ key: `cs_${randomUUID()}`, orderId, source: 'webhook', ...price });
  const parcel = { orderId, n: 1, courier: 'own' as const, state: 'delivered' as const, devices };
  const [made] = await db
    .insert(shipments)
    .values({ ...parcel, deliveredAt: clock.now })
    .returning();
  const shipmentId = made!.id;
  await db.insert(shipmentBoxes).values({ shipmentId, n: 1, grams: 350 });
  const serials = Array.from({ length: devices }, () => `VDK-24-${String(++last).padStart(6, '0')}`);
  const places = serials.map((serial, place) => ({ serial, position: place + 1 }));
  await db.insert(shipmentDevices).values(places.map((one) => ({ ...one, shipmentId, box: 1, isCounted: false })));
  return { who, orderId, number, serials, own: call(app, who).returns };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;
const bought = async (devices?: number) => delivered(await person(app), devices);

const ask = ({ own, number, serials }: Delivered, serial = serials[0]!) =>
  own.ask({
    number,
    id: randomUUID(),
    serials: [serial],
    reason: 'Slika se prekida posle dva minuta.',
    kind: 'complaint',
    way: 'own',
  });
const sent = async (who: TestPerson, content: Buffer) => (await upload(app, who, content, 'return-upload')).id;
const add = async ({ who, own, number }: Delivered, content: Buffer, of: string | null = null) => {
  clock.now = new Date(clock.now.getTime() + 1000);
  return own.pictures.add({ number, return: of, file: await sent(who, content) });
};
const pageOf = ({ own, number }: Delivered) => own.read({ number });
const get = (file: string, who?: TestPerson) =>
  app.app.request(`/api/files/${file}`, { headers: who ? { authorization: `Bearer ${who.token}` } : {} });
const bytesOf = async (file: string, who: TestPerson) => Buffer.from(await (await get(file, who)).arrayBuffer());
/** Jobs, so many hours later. */
const later = async (hours: number) => {
  const deps = { ...app.deps, now: () => new Date(clock.now.getTime() + hours * HOUR_MS) };
  await purgeReturnPictures(deps);
  await removeContents(deps);
};
const isKept = async (content: Parameters<typeof nameOfContent>[0]) =>
  (await app.deps.storage.private.stat(nameOfContent(content))) !== null;

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } });
/** As a phone writes it: lying on its side, with the place where it was taken. */
const photo = () =>
  drawn(4000, 3000)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Telefon' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '43/1 53/1 29/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '20/1 20/1 59/1',
      },
    })
    .jpeg()
    .toBuffer();
/** A small picture that is like no other. */
const another = () =>
  sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .jpeg()
    .toBuffer();
/** A PNG of a few bytes that says that it is so wide and high. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', Buffer.alloc(8)), chunk('IEND', Buffer.alloc(0))]);
}

test('a photo of a phone is kept upright and smaller, without the place where it was taken, and what was sent is let go', async () => {
  const order = await bought();
  const content = await photo();
  expect((await sharp(content).metadata()).exif?.includes('Telefon')).toBe(true);
  const file = await sent(order.who, content);
  const { exif } = await sharp(await bytesOf(file, order.who)).metadata();
  expect(exif, 'until it is drawn anew its sender alone has it').toBeDefined();
  expect((await get(file, staff)).status).toBe(404);

  const picture = await order.own.pictures.add({ number: order.number, return: null, file });
  const kept = await bytesOf(picture.file, order.who);
  const { format, width, height, orientation, ...rest } = await sharp(kept).metadata();
  expect({ format, width, height, orientation }).toEqual({ format: 'jpeg', width: 1920, height: 2560 });
  expect(rest).not.toHaveProperty('exif');
  expect(rest).not.toHaveProperty('xmp');
  expect(rest).not.toHaveProperty('iptc');
  expect(kept.includes('Telefon')).toBe(false);
  expect((await get(file, order.who)).status, 'what was sent').toBe(404);
  await later(25);
  expect(await db.$count(files, eq(files.id, file))).toBe(0);
});

test('a PNG is kept as JPEG on white; a small picture stays as small as it is', async () => {
  const order = await bought();
  const clear = await sharp({ create: { width: 64, height: 48, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { file } = await add(order, clear);
  const { data, info } = await sharp(await bytesOf(file, order.who))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 64, height: 48, channels: 3 });
  expect(data[0]).toBeGreaterThan(250);
});

test('what is no picture, too large, or would be too large once opened is refused, and nothing is added', async () => {
  const order = await bought();
  const { who, own, number } = order;
  const text = Buffer.from('Ovo nije slika, iako se zove slika.jpg. '.repeat(20));
  expect(await codeOfCall(upload(app, who, text, 'return-upload'))).toBe('FILE_TYPE_REFUSED');
  const webp = await drawn(30, 20).webp().toBuffer();
  expect(await codeOfCall(upload(app, who, webp, 'return-upload'))).toBe('FILE_TYPE_REFUSED');
  const large = Buffer.alloc(9 * 1024 * 1024);
  expect(await codeOfCall(begin(app, who, large, randomUUID(), 'return-upload'))).toBe('FILE_TOO_LARGE');
  expect(await codeOfCall(add(order, pngOf(50_000, 50_000)))).toBe('RETURN_PICTURE_BROKEN');
  const whole = await drawn(300, 200).jpeg().toBuffer();
  expect(await codeOfCall(add(order, whole.subarray(0, whole.length - 200)))).toBe('RETURN_PICTURE_BROKEN');
  const advert = await upload(app, who, await another());
  expect(await codeOfCall(own.pictures.add({ number, file: advert.id })), 'sent as something else').toBe('FILE_GONE');
  expect((await pageOf(order)).pictures).toEqual([]);
  const refused = eq(files.kind, 'return-upload');
  const before = await db.$count(files, refused);
  await later(26);
  await later(52);
  expect(await db.$count(files, refused)).toBeLessThan(before);
});

test('what was added before the return goes with it, is counted in what happened, and more can be added until it is decided', async () => {
  const order = await bought(2);
  const first = await add(order, await another());
  const second = await add(order, await another());
  expect((await pageOf(order)).pictures).toEqual([first, second]);
  const { id } = await ask(order);
  const page = await pageOf(order);
  expect(page.pictures).toEqual([]);
  expect(page.returns[0]!.pictures).toEqual([first, second]);
  const [asked] = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.orderId), eq(orderEvents.kind, 'return_asked')));
  expect(asked!.facts).toEqual({ serials: order.serials[0], pictures: 2 });
  const third = await add(order, await another(), id);
  await order.own.pictures.remove({ number: order.number, id: first.id });
  await order.own.pictures.remove({ number: order.number, id: first.id });
  expect((await pageOf(order)).returns[0]!.pictures).toEqual([second, third]);
  expect((await get(first.file, order.who)).status).toBe(404);
  expect((await desk.read({ order: order.number }))[0]!.pictures).toEqual([second, third]);
  const actions = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, order.orderId))
    .orderBy(asc(auditLog.id));
  expect(actions.map(({ action }) => action).filter((action) => action.includes('picture'))).toEqual([
    ...['returns.picture-added', 'returns.picture-added', 'returns.picture-added', 'returns.picture-removed'],
  ]);

  await desk.receive({ id, serials: [order.serials[0]!] });
  await add(order, await another(), id);
  await desk.decide({ id, outcome: 'rejected', refund: randomUUID(), resolution: 'Uređaj radi.' });
  expect(await codeOfCall(add(order, await another(), id))).toBe('RETURN_MOVED');
  expect(await codeOfCall(order.own.pictures.remove({ number: order.number, id: second.id }))).toBe('RETURN_MOVED');
  expect((await pageOf(order)).returns[0]!.pictures).toHaveLength(3);
  await later(50);
  expect((await get(second.file, order.who)).status, 'kept with the return').toBe(200);
});

test('a seventh picture is refused, also when two are sent at once; the same file twice is one picture', async () => {
  const order = await bought();
  const { own, number, who } = order;
  for (let n = 0; n < 5; n += 1) await add(order, await another());
  const both = [await sent(who, await another()), await sent(who, await another())];
  const outcomes = await Promise.all(both.map((file) => codeOfCall(own.pictures.add({ number, file }))));
  expect(outcomes.sort()).toEqual(['RETURN_PICTURES_ENOUGH', 'ok']);
  const { pictures } = await pageOf(order);
  expect(pictures).toHaveLength(6);
  await own.pictures.remove({ number, id: pictures[0]!.id });
  const file = await sent(who, await another());
  const same = await Promise.all([1, 2, 3].map(() => own.pictures.add({ number, file })));
  expect(new Set(same.map((one) => one.file)).size).toBe(1);
  expect(await own.pictures.add({ number, file }), 'asked again').toEqual(same[0]);
  expect((await pageOf(order)).pictures).toHaveLength(6);
});

test('of another person’s order nothing is added, taken away or seen; staff see them with the duty for sales', async () => {
  const order = await bought();
  const { number } = order;
  const picture = await add(order, await another());
  const { id } = await ask(order);
  const thief = await bought();
  const file = await sent(thief.who, await another());
  expect(await codeOfCall(thief.own.pictures.add({ number, file }))).toBe('ORDER_GONE');
  expect(await codeOfCall(thief.own.pictures.add({ number: thief.number, return: id, file }))).toBe('RETURN_GONE');
  expect(await codeOfCall(thief.own.pictures.remove({ number, id: picture.id }))).toBe('ORDER_GONE');
  await thief.own.pictures.remove({ number: thief.number, id: picture.id });
  const mine = await sent(order.who, await another());
  expect(await codeOfCall(thief.own.pictures.add({ number: thief.number, file: mine }))).toBe('FILE_GONE');
  expect((await get(picture.file, thief.who)).status).toBe(404);
  expect((await get(picture.file)).status).toBe(404);
  const seller = await person(app, 'admin');
  await giveDuties(app, seller, ['sales']);
  expect((await get(picture.file, seller)).status).toBe(200);
  await giveDuties(app, seller, ['warehouse', 'advertising']);
  expect((await get(picture.file, seller)).status).toBe(404);
  expect((await pageOf(order)).returns[0]!.pictures).toEqual([picture]);
});

test('whoever answers customers sees the pictures of a complaint beside it, those of a withdrawal nowhere', async () => {
  const helper = await person(app, 'admin');
  await giveDuties(app, helper, ['support']);
  const open = async ({ number }: Delivered) =>
    (await call(app, helper).tasks.admin.open()).filter(({ orderNumber }) => orderNumber === number);
  const order = await bought();
  const picture = await add(order, await another());
  expect((await get(picture.small, helper)).status, 'before anybody complains').toBe(404);
  await ask(order);
  expect((await open(order)).map(({ kind, pictures }) => [kind, pictures])).toEqual([['complaint', [picture]]]);
  for (const file of [picture.file, picture.small]) expect((await get(file, helper)).status).toBe(200);
  expect(await codeOfCall(call(app, helper).returns.admin.read({ order: order.number }))).toBe('FORBIDDEN');

  const withdrawn = await bought();
  const other = await add(withdrawn, await another());
  const { number, serials } = withdrawn;
  await withdrawn.own.ask({ number, id: randomUUID(), serials, reason: '', kind: 'withdrawal', way: 'own' });
  for (const file of [other.file, other.small]) expect((await get(file, helper)).status).toBe(404);
  expect((await open(withdrawn)).flatMap(({ pictures }) => pictures)).toEqual([]);
});

test('lists get a small copy, which goes with its picture; a small picture is its own size', async () => {
  const order = await bought();
  const large = await add(order, await photo());
  const { format, width, height } = await sharp(await bytesOf(large.small, order.who)).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 360, height: 480 });
  const tiny = await add(order, await another());
  expect(await sharp(await bytesOf(tiny.small, order.who)).metadata()).toMatchObject({ width: 40, height: 30 });

  await order.own.pictures.remove({ number: order.number, id: large.id });
  for (const file of [large.file, large.small]) expect((await get(file, order.who)).status).toBe(404);
  await db.update(returnPictures).set({ thumbId: null }).where(eq(returnPictures.id, tiny.id));
  expect((await pageOf(order)).pictures, 'of before there were small ones').toEqual([{ ...tiny, small: tiny.file }]);
  await later(50);
  for (const file of [tiny.file, tiny.small]) expect((await get(file, order.who)).status).toBe(404);
});

test('of all pictures that are sent at once two are decoded, the others wait', async () => {
  const [broken, content] = [Buffer.from('Ovo nije slika.'), await another()];
  const work = [
    ...Array.from({ length: 3 }, () => drawPicture(async () => content)),
    ...Array.from({ length: 3 }, () => codeOfCall(prepareBanner(async () => broken))),
  ];
  await Promise.resolve();
  expect([decodingLine.activeCount, decodingLine.pendingCount]).toEqual([2, 4]);
  await Promise.all(work);
  expect([decodingLine.activeCount, decodingLine.pendingCount]).toEqual([0, 0]);
});

test('of thirty pictures that come at once two are in memory, and more than may wait are told to come later', async () => {
  const content = await another();
  const reading: ((content: Buffer) => void)[] = [];
  const read = () => new Promise<Buffer>((resolve) => void reading.push(resolve));
  const drawAll = async (count: number) => {
    reading.length = 0;
    const work = Promise.all(Array.from({ length: count }, () => codeOfCall(drawPicture(read))));
    for (let n = 0; n < Math.min(count, 52); n += 1) {
      await eventually(async () => expect(reading.length).toBeGreaterThan(n));
      expect(reading.length).toBeLessThanOrEqual(n + 2);
      reading[n]!(content);
    }
    return work;
  };
  expect(await drawAll(30)).toEqual(Array.from({ length: 30 }, () => 'ok'));
  expect((await drawAll(60)).filter((outcome) => outcome !== 'ok')).toEqual(
    Array.from({ length: 8 }, () => 'SERVICE_UNAVAILABLE'),
  );
});

test('a picture that waits too long for its turn is not decoded: its sender is told after three seconds to come later', async () => {
  const content = await another();
  const reading: ((content: Buffer) => void)[] = [];
  const read = () => new Promise<Buffer>((resolve) => void reading.push(resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const work = Array.from({ length: 5 }, () => codeOfCall(drawPicture(read)));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all(work.slice(2))).toEqual(Array.from({ length: 3 }, () => 'SERVICE_UNAVAILABLE'));
  vi.useRealTimers();
  for (const answer of reading) answer(content);
  expect(await Promise.all(work.slice(0, 2))).toEqual(['ok', 'ok']);
  expect(reading, 'the others were not read').toHaveLength(2);
});

test('without a paid device there is nothing to add a picture to', async () => {
  const order = await bought();
  await db
    .update(orders)
    .set({ status: 'cancelled', paymentState: 'cancelled', paidAt: null })
    .where(eq(orders.id, order.orderId));
  expect(await codeOfCall(add(order, await another()))).toBe('RETURN_NOT_POSSIBLE');
});

test('what nobody asks a return for within a day is forgotten', async () => {
  const order = await bought();
  const { file } = await add(order, await another());
  const [content] = await db.select().from(files).where(eq(files.id, file));
  await later(23);
  expect((await pageOf(order)).pictures).toHaveLength(1);
  await later(25);
  expect((await pageOf(order)).pictures).toEqual([]);
  expect((await get(file, order.who)).status).toBe(404);
  await later(50);
  expect(await isKept(content!)).toBe(false);
});

test('pictures take up the room of whoever sent them', async () => {
  const { tokens, storage } = app.deps;
  const env = { STORAGE_PER_PERSON: '1' };
  const tight = await testApp({ databaseUrl: app.databaseUrl, env, deps: { tokens, storage } });
  const order = await bought();
  const { file } = await add(order, await another());
  await db
    .update(files)
    .set({ bytes: 1024 * 1024 - 100 })
    .where(eq(files.id, file));
  const asked = call(tight, order.who).files.uploads.begin({ key: randomUUID(), kind: 'return-upload', bytes: 200 });
  expect(await codeOfCall(asked)).toBe('FILE_QUOTA_FULL');
});

test('when a person is erased, pictures are nobody’s at once, and a day later they are gone', async () => {
  const order = await bought();
  const picture = await add(order, await another());
  await ask(order);
  const [content] = await db.select().from(files).where(eq(files.id, picture.file));
  await db.transaction((tx) => erasePerson(tx, app.deps, systemActor, order.who.id));
  expect(await db.$count(returnPictures, eq(returnPictures.orderId, order.orderId))).toBe(0);
  expect((await get(picture.file, staff)).status).toBe(404);
  expect((await desk.read({ order: order.number }))[0]!.pictures).toEqual([]);
  expect(await isKept(content!), 'for a backup of before').toBe(true);
  await later(25);
  expect(await db.$count(files, eq(files.id, picture.file))).toBe(0);
  expect(await isKept(content!)).toBe(false);
});

test('the copy of one’s own data names the pictures that were sent', async () => {
  const order = await bought();
  await add(order, await another());
  const copy = (await call(app, order.who).accounts.own.data({ format: 'json' })) as File;
  const { files: listed } = JSON.parse(await copy.text()) as { files: { kind: string }[] };
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['return-picture', 'return-thumb']);
});
