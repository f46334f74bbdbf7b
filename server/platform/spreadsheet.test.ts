import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type Cell, csvLines, totalLines, xlsxFile } from './spreadsheet.ts';

const MIDNIGHT = new Date('2026-03-28T23:05:00Z');
const row: Cell[] = ['a"b', 1200, { amount: 27_320 }, { amount: -5 }, { at: MIDNIGHT }, { day: MIDNIGHT }, null];

test('amounts have two decimals, days and moments are Belgrade ones in ISO, so that a spreadsheet reads them as such', () => {
  expect(csvLines([row])).toBe('"a""b";1200;273,20;-0,05;2026-03-29 00:05;2026-03-29;\r\n');
});

test('phones are texts in one form without an apostrophe, and what is no phone stays what was typed', () => {
  const phones = ['+381641234567', '064/123-45-67', '00382 67 123456', 'nemam', '+SUM(A1)', ''];
  expect(csvLines([phones.map((phone) => ({ phone }))])).toBe(
    "(+381) 64 1234567;(+381) 64 1234567;(+382) 67 123 456;nemam;'+SUM(A1);\r\n",
  );
});

test('no text of a stranger is calculated', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\uff1d1', 'a=1', '1,5'];
  expect(csvLines([texts])).toBe(`'=1+1;'+1;'-1;'@SUM(A1);'\t=1;"'\r=1";'\uff1d1;a=1;1,5\r\n`);
});

test('nor what stands behind a comma, which divides cells where a spreadsheet is set to English', () => {
  const texts = ['Pera,=1+1', 'Ana Anić, @SUM(A1)', 'Ulica 1,  -2', 'a,+1,\uff1d1', 'Ana, Pera', 'x, y-z'];
  expect(csvLines([texts])).toBe("Pera,'=1+1;Ana Anić, '@SUM(A1);Ulica 1,  '-2;a,'+1,'\uff1d1;Ana, Pera;x, y-z\r\n");
  expect(csvLines([[{ phone: 'nemam,=SUM(A1)' }, { amount: -5 }]])).toBe("nemam,'=SUM(A1);-0,05\r\n");
});

test('a workbook has real dates and numbers, and phones as text', async () => {
  const lines = [[...row, { phone: '064/1234567' }], ...totalLines(8, [{ 0: 'Ukupno', 2: { amount: 27_320 } }])];
  const header = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const file = await xlsxFile({ name: 'proba', title: 'Proba', header, widths: header.map(() => 10), lines });
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
  const values = Object.fromEntries(
    [...sheet.matchAll(/<c r="([A-Z]\d)"[^>]*>(?:<v>([^<]*)<\/v>)?/g)].map((m) => [m[1], m[2]]),
  );
  // Days since 1900, of the clock in Belgrade.
  expect(values).toMatchObject({ B2: '1200', C2: '273.2', D2: '-0.05', F2: '46110', C4: '273.2' });
  expect(Number(values.E2)).toBeCloseTo(46_110 + 5 / 1440, 6);
  expect(strFromU8(parts['xl/sharedStrings.xml']!)).toContain('+381 64 1234567');
  expect(strFromU8(parts['xl/styles.xml']!)).toMatch(/dd\.mm\.yyyy hh:mm/);
});
