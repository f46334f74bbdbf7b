import { createCanvas, Path2D } from '@napi-rs/canvas';
import { BinaryBitmap, Code128Reader, DecodeHintType, HybridBinarizer, RGBLuminanceSource } from '@zxing/library';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { boxCode } from '#domain/fulfilment/rules.ts';
import { readPdf } from '../../test/pdf.ts';
import { drawLabels, type Label } from './label.ts';
import { drawPackingList, drawPickUpList } from './warehouse-lists.ts';

// What draws pages looks for it where browsers have it.
Object.assign(globalThis, { Path2D });

const label = (order: number, more: Partial<Label> = {}): Label => ({
  code: boxCode(`${order}-1`, 1),
  courier: 'Dostava',
  sender: { name: 'Vidik primer d.o.o.', address: 'Primer ulica 1, 11000 Beograd', phone: '+381 11 555 0100' },
  receiver: {
    name: 'Đorđe Šćepanović-Ljubičić',
    address: ['Bulevar despota Stefana 118a', '21101 Novi Sad'],
    phone: '+381 63 555 0143',
    note: '',
  },
  box: 1,
  boxes: 2,
  grams: 350,
  order,
  devices: 1,
  collect: null,
  account: null,
  ...more,
});

/** A page as a printer of labels draws it, at so many dots for a point: 203 dots for an inch by default. */
async function pictureOf(bytes: Uint8Array, number: number, scale = 203 / 72) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: null, canvasContext: canvas.getContext('2d') as never, viewport }).promise;
  const { width, height } = canvas;
  return {
    width,
    height,
    size: [page.view[2]!, page.view[3]!],
    pixels: canvas.getContext('2d').getImageData(0, 0, width, height).data,
  };
}

type Picture = Awaited<ReturnType<typeof pictureOf>>;

function readBarcode({ width, height, pixels }: Picture): string {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = pixels[at * 4]!;
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);
  return new Code128Reader().decode(bitmap, hints).getText();
}

test('the bar code on the printed label is the box of the parcel, on A6, in black alone', async () => {
  const bytes = await drawLabels([label(1505), label(999_999_999, { code: '999999999-12-50' })]);
  const [first, second] = [await pictureOf(bytes, 1), await pictureOf(bytes, 2)];
  expect(readBarcode(first)).toBe('1505-1-1');
  expect(readBarcode(second)).toBe('999999999-12-50');
  const [wide, high] = first.size as [number, number];
  expect(Math.abs((wide * 25.4) / 72 - 105)).toBeLessThan(0.1);
  expect(Math.abs((high * 25.4) / 72 - 148)).toBeLessThan(0.1);
  let coloured = 0;
  for (let at = 0; at < first.pixels.length; at += 4)
    if (first.pixels[at] !== first.pixels[at + 1] || first.pixels[at] !== first.pixels[at + 2]) coloured += 1;
  expect(coloured).toBe(0);
});

test('a label says who sends, who receives, which box it is, and what is collected', async () => {
  const { pages } = await readPdf(await drawLabels([label(1505), label(1498, { collect: 2_605_000 })]));
  expect(pages[0]).toContain('Vidik primer d.o.o. Primer ulica 1, 11000 Beograd');
  expect(pages[0]).toContain('Đorđe Šćepanović-Ljubičić Bulevar despota Stefana 118a 21101 Novi Sad +381 63 555 0143');
  expect(pages[0]).toMatch(/1\/2.*0,35 kg/);
  expect(pages[0]).toMatch(/0 RSD.*plaćeno unapred.*Narudžbina 1505 · 1 uređaj/);
  expect(pages[1]).toContain('26.050 RSD');
  expect(pages[1]).not.toContain('plaćeno unapred');
});

test('a label says what the buyer tells the courier, beside the longest name and address as well', async () => {
  const note = 'Ulaz iz dvorišta, do 14 časova. '.repeat(4).slice(0, 120).trim();
  const name = 'Kafe-poslastičarnica „Žuta kućica“ Čedomir Đokić preduzetnik i sinovi '.repeat(3).slice(0, 160).trim();
  const { receiver } = label(1505);
  const long = { ...receiver, name, address: ['Čedomir Đokić', ...receiver.address], note };
  const { pages } = await readPdf(await drawLabels([label(1505, { receiver: long })]));
  expect(pages[0]!.replaceAll(/\s+/g, ' ')).toContain(`Otvaranje paketa dozvoljeno. ${note}`);
});

test('a hundred labels are one file of a hundred pages, within ten seconds', async () => {
  const begun = performance.now();
  const bytes = await drawLabels(Array.from({ length: 100 }, (_, index) => label(1500 + index)));
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect((await readPdf(bytes)).pages).toHaveLength(100);
});

test('lists of the warehouse name each order with its receiver, over as many pages as it takes', async () => {
  const receiver = label(1).receiver;
  const rows = Array.from({ length: 12 }, (_, index) => ({
    order: 1500 + index,
    receiver,
    isCompany: index === 3,
    devices: index === 5 ? 10 : 1,
    isExchange: false,
    collect: index === 0 ? 2_605_000 : null,
  }));
  const list = await readPdf(await drawPackingList(rows, new Date('2026-11-23T08:12:00+01:00')));
  expect(list.title).toBe('Za pakovanje');
  expect(list.pages.length).toBeGreaterThan(1);
  expect(list.text).toContain('12 narudžbina · 21 uređaj · štampano 23. 11. 2026. u 08:12');
  expect(list.text, 'nobody fetches at a fixed hour').not.toContain('Preuzimanje');
  for (const { order } of rows) expect(list.text).toContain(String(order));
  expect(list.text).toContain('26.050 RSD');
  const fetched = rows.map(({ order, collect }) => ({ key: `${order}-1`, receiver, boxes: 2, grams: 700, collect }));
  const pickUp = await readPdf(await drawPickUpList(fetched, new Date('2026-11-23T08:12:00+01:00')));
  expect(pickUp.text).toContain('12 pošiljki · 24 kutije');
  for (const { key } of fetched) expect(pickUp.text).toContain(key);
});
