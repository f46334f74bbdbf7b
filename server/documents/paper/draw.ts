import { documentTitle } from '#domain/documents/copy.ts';
import { type DocumentData, isMoney } from '#domain/documents/data.ts';
import { drawReturnRecord, drawWarranty } from './device-papers.ts';
import { drawMoneyPaper } from './money-paper.ts';
import { footOf } from './parts.ts';
import { closeSheet, openSheet } from './sheet.ts';

/** The PDF of a paper, the same bytes each time. */
export async function draw(data: DocumentData, issuedAt: Date): Promise<Buffer> {
  const sheet = openSheet({ name: documentTitle(data), issuer: data.issuer.name, issuedAt });
  if (isMoney(data)) drawMoneyPaper(sheet, data);
  else if (data.kind === 'warranty') drawWarranty(sheet, data);
  else drawReturnRecord(sheet, data);
  return closeSheet(sheet, footOf(data));
}
