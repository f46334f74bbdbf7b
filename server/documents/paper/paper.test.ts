import { expect, test } from 'vitest';
import { sumOf } from '#domain/documents/amounts.ts';
import { documentNames } from '#domain/documents/copy.ts';
import { type DocumentData, isMoney } from '#domain/documents/data.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { moneyPaper, returnPaper, serials, warrantyPaper } from '../../test/papers.ts';
import { readPdf } from '../../test/pdf.ts';
import { drawPaper, TEMPLATE } from './template.ts';

const issuedAt = new Date('2026-11-23T10:00:00Z');
const drawn = async (data: DocumentData) => readPdf(await drawPaper(TEMPLATE, data, issuedAt));
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  moneyPaper('proforma'),
  moneyPaper('advance'),
  moneyPaper('invoice'),
  moneyPaper('creditNote'),
  warrantyPaper(),
  returnPaper(),
])(
  '$kind: a reader finds its name, its number, its buyer with every letter, and the amounts of its content',
  async (data) => {
    const { title, language, isTagged, tags, pages, text } = await drawn(data);
    expect(title).toBe(`${documentNames[data.kind]} ${data.number}`);
    expect(language).toBe('sr-Latn-RS');
    expect(isTagged).toBe(true);
    expect(tags.slice(0, 4)).toEqual(['Document', 'Figure', 'H1', 'P']);
    expect(tags).toContain('TH');
    for (const said of [
      data.number,
      data.issuer.name,
      data.buyer.name,
      ...data.buyer.address,
      'PIB 109876543 · MB 21234566',
    ])
      expect(text).toContain(said);
    expect(pages.at(-1)).toContain(`Strana ${pages.length} od ${pages.length}`);
    if (!isMoney(data)) return;
    const { gross, base, tax } = sumOf(data.lines);
    for (const amount of [gross, base, tax]) expect(text).toContain(plain(paper.rsd(amount)));
    expect(text).toContain('19.518,58');
    expect(text).toContain('1 € = 117,17 RSD');
  },
);

test('a title has its Serbian letters', async () => {
  const { text } = await drawn(moneyPaper('creditNote'));
  expect(text.replaceAll(' ', '')).toContain('Knjižnoodobrenje');
  expect(text).toContain('Knjižno odobrenje uz račun R-2026-000391 od 12. 11. 2026. Razlog: povraćaj novca.');
});

test('a credit note of an advance says that it is of one', async () => {
  const cited = { kind: 'advance' as const, number: 'A-2026-000187', issuedOn: '2026-11-11' };
  const { text } = await drawn(moneyPaper('creditNote', { cited }));
  expect(text).toContain('Knjižno odobrenje uz avansni račun A-2026-000187 od 11. 11. 2026. Razlog: povraćaj novca.');
});

test('what a slip asks for stands on a predračun, and on nothing that was paid', async () => {
  const proforma = await drawn(moneyPaper('proforma'));
  for (const said of [
    'Podaci za uplatu',
    '165-0000000000055-74',
    '66-2026001504',
    'NBS IPS QR',
    'Važi do 30. 11. 2026.',
  ])
    expect(proforma.text).toContain(said);
  expect(proforma.text).toContain('šaljemo avansni račun, a račun uz isporuku');
  const invoice = await drawn(moneyPaper('invoice'));
  expect(invoice.text).not.toContain('IPS QR');
  expect(invoice.text).toContain('Umanjeno za avans −234.223,00 RSD');
  expect(invoice.text.replaceAll(' ', '')).toContain('Zaplaćanje0,00RSD');
  expect(invoice.text).toContain('Po ovom računu se ne plaća ništa.');
});

test('a predračun promises the papers that follow what is sold', async () => {
  const data = moneyPaper('proforma');
  const textOf = async (name: string, quantity: number, unit: 'piece' | 'month') => {
    const lines = data.lines.map((line) => ({ ...line, name, note: '', quantity, unit }));
    return (await drawn({ ...data, lines })).text;
  };
  const special = await textOf('Specijalni paket, 100 lokacija', 1, 'piece');
  expect(special).toContain('Kad uplata stigne, šaljemo račun.');
  expect(special).not.toContain('avansni');
  const [month, months] = [
    await textOf('Reklamni paket Starter', 1, 'month'),
    await textOf('Reklamni paket Starter', 3, 'month'),
  ];
  expect(month).toContain('Kad uplata stigne, šaljemo račun. Ako paket počinje kasnije, šaljemo avansni račun');
  expect(months).toContain('šaljemo avansni račun, a za svaki mesec račun kada taj mesec počne');
  for (const text of [special, month, months]) expect(text).not.toContain('uz isporuku');
});

test('who pays no VAT says so, and no column names any', async () => {
  const data = moneyPaper('invoice', { advances: [] });
  const lines = data.lines.map((line) => ({ ...line, percent: null, tax: 0, base: line.gross }));
  const vatNote = '(čl. 33. Zakona o PDV)';
  const { text } = await drawn({ ...data, lines, issuer: { ...data.issuer, vatPayer: false, vatNote } });
  expect(text).toContain(`Vidik primer d.o.o. nije obveznik PDV; PDV nije obračunat. ${vatNote}`);
  expect(text).not.toMatch(/Osnovica|PDV 20|Cena bez PDV/);
});

test('a hundred devices fill several pages: every serial number is there, every page says which it is', async () => {
  const list = await drawn(warrantyPaper(100));
  expect(list.pages.length).toBeGreaterThan(2);
  for (const [index, page] of list.pages.entries()) {
    expect(page).toContain(`Strana ${index + 1} od ${list.pages.length}`);
    expect(page).toContain('G-1504');
  }
  for (const serial of serials(100)) expect(list.text).toContain(serial);
  const invoice = await drawn(moneyPaper('invoice', { devices: 400 }));
  for (const serial of serials(400)) expect(invoice.text).toContain(serial);
});

test('drawn twice, the bytes are the same', async () => {
  const [one, two] = [
    await drawPaper(TEMPLATE, moneyPaper('invoice'), issuedAt),
    await drawPaper(TEMPLATE, moneyPaper('invoice'), issuedAt),
  ];
  expect(one.equals(two)).toBe(true);
});
