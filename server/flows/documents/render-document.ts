import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, lt } from 'drizzle-orm';
import pLimit from 'p-limit';
import { MINUTE_MS } from '#domain/day.ts';
import { pdfName } from '#domain/documents/copy.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashOf } from '../../documents/issue.ts';
import { drawPaper } from '../../documents/paper/template.ts';
import { documents } from '../../documents/schema.ts';
import { nameOfContent } from '../../files/content.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';
import { files } from '../../files/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { releaseMails } from '../../platform/mail/mail.ts';
import type { StoredAttachment } from '../../platform/mail.schema.ts';

const PDF = { contentType: 'application/pdf', extension: '.pdf' };
/** A paper that waits so long was forgotten by its job, which gives up after ten tries. */
const LATE_MS = 5 * MINUTE_MS;

/** Between two papers. Milliseconds. */
const PAUSE_MS = 20;
const oneAfterAnother = pLimit(1);

/** Drawing has the whole thread for about as long as the pause, in which everybody who asked for something meanwhile gets on. */
const drawInTurn = ({ template, data, issuedAt }: typeof documents.$inferSelect): Promise<Buffer> =>
  oneAfterAnother(async () => {
    const bytes = await drawPaper(template, data, issuedAt);
    await sleep(PAUSE_MS);
    return bytes;
  });

/**
 * Draws a paper that was issued, once: the bytes lie under their hash from then on, and mails that waited for them go. Cut off in the
 * middle, it is drawn again, to the same bytes.
 */
export async function renderDocument(deps: Dependencies, id: string): Promise<void> {
  const { db, storage, queue } = deps;
  const isWaiting = and(eq(documents.id, id), eq(documents.state, 'waiting'));
  const [issued] = await db.select().from(documents).where(isWaiting);
  if (!issued) return;
  if (hashOf(issued.data) !== issued.dataSha256)
    throw new Error(`the content of ${issued.number} is not what was issued`);
  if (travelsWithCited(issued)) await renderDocument(deps, issued.citedId!);
  const bytes = await drawInTurn(issued);
  const received = await storage.private.receive(only(bytes));
  try {
    const content = await keepContent(deps, 'document', received, PDF);
    await db.transaction(async (tx) => {
      const [waiting] = await tx.select().from(documents).where(isWaiting).for('update');
      if (!waiting) return;
      const file = await addFile(tx, deps, content, { kind: 'document', ownerId: waiting.profileId, madeByUs: true });
      await tx.update(documents).set({ state: 'ready', fileId: file.id }).where(eq(documents.id, id));
      await releaseMails(tx, queue, id, [...(await citedWith(tx, waiting)), attachmentOf(waiting, file)]);
    });
  } finally {
    await storage.private.discard(received);
  }
}

type DocumentRow = typeof documents.$inferSelect;

/** A paper as a mail carries it. */
export const attachmentOf = (
  paper: Pick<DocumentRow, 'kind' | 'number'>,
  file: typeof files.$inferSelect,
): StoredAttachment => ({ name: pdfName(paper), contentType: PDF.contentType, stored: nameOfContent(file) });

/** A warranty travels with its invoice, and an invoice in the place of a credited one with the credit note. */
const travelsWithCited = ({ kind, citedId }: DocumentRow): boolean =>
  citedId !== null && (kind === 'warranty' || kind === 'invoice');

/** What a paper travels with was drawn before it. */
async function citedWith(tx: Tx, paper: DocumentRow): Promise<StoredAttachment[]> {
  if (!travelsWithCited(paper)) return [];
  const [found] = await tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(eq(documents.id, paper.citedId!));
  if (!found) throw new Error(`what ${paper.number} belongs to is not drawn`);
  return [attachmentOf(found.document, found.file)];
}

/** Every few minutes: what its job gave up on, while the place of files was away. */
export async function renderOverdueDocuments(deps: Dependencies): Promise<void> {
  const late = await deps.db
    .select({ id: documents.id, number: documents.number })
    .from(documents)
    .where(and(eq(documents.state, 'waiting'), lt(documents.issuedAt, new Date(deps.now().getTime() - LATE_MS))))
    .orderBy(asc(documents.issuedAt))
    .limit(500);
  for (const { id, number } of late)
    try {
      await renderDocument(deps, id);
    } catch (error) {
      deps.log.error({ error, number }, 'a document is not drawn');
    }
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
