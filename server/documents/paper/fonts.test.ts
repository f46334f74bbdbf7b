import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { readPdf } from '../../test/pdf.ts';
import { onest, openFont } from './fonts.ts';

test('a letter that is first drawn as a part of another one can still be read in the next paper', async () => {
  const font = openFont(onest('400Regular/Onest_400Regular.ttf'));
  expect(await textOf('čekić', font)).toBe('čekić');
  expect(await textOf('šŠžŽ', font)).toBe('šŠžŽ');
  expect(await textOf('Strana, Zapisnik, suza', font)).toBe('Strana, Zapisnik, suza');
});

async function textOf(text: string, font: object): Promise<string> {
  const pdf = new PDFDocument({ font: null as unknown as string });
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf
    .registerFont('text', font as Buffer)
    .font('text')
    .text(text)
    .end();
  await ended;
  return (await readPdf(Buffer.concat(chunks))).text.trim();
}
