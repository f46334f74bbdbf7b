import { and, asc, eq, type SQL } from 'drizzle-orm';
import pLimit from 'p-limit';
import { archiveName, pdfName } from '#domain/documents/copy.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { StorageUnavailable } from '../../platform/storage/file-store.ts';

type Reading = Pick<Dependencies, 'db' | 'storage'>;

/** Whose papers: one person's, or with the duty everybody's. */
export type DocumentOwner = { ownerId: string } | 'anybody';
const ofWhom = (whose: DocumentOwner): SQL | undefined =>
  whose === 'anybody' ? undefined : eq(documents.profileId, whose.ownerId);

/** The PDF as it was drawn. */
export async function openDocument(deps: Reading, whose: DocumentOwner, id: string): Promise<File> {
  const [found] = await find(deps, and(eq(documents.id, id), ofWhom(whose)));
  if (!found) throw refuse('DOCUMENT_GONE');
  return new File([await read(deps, found)], pdfName(found.document), { type: 'application/pdf' });
}

/** One archive is in memory at a time. */
const archiveLine = perInstance((_: Database) => pLimit(1));

/** All papers of an order in one archive. They are compressed already. */
export const archiveOf = (deps: Reading, whose: DocumentOwner, order: number): Promise<File> =>
  archiveLine(deps.db)(() => packArchive(deps, whose, order));

async function packArchive(deps: Reading, whose: DocumentOwner, order: number): Promise<File> {
  const found = await find(deps, and(eq(orders.number, order), ofWhom(whose)));
  if (found.length === 0) throw refuse('DOCUMENT_GONE');
  const { zipSync } = await import('fflate');
  const entries: [string, [Uint8Array, { level: 0; mtime: Date }]][] = [];
  for (const one of found)
    entries.push([pdfName(one.document), [await read(deps, one), { level: 0, mtime: one.document.issuedAt }]]);
  const archive = zipSync(Object.fromEntries(entries));
  return new File([new Uint8Array(archive)], archiveName(order), { type: 'application/zip' });
}

const find = ({ db }: Reading, which: SQL | undefined) =>
  db
    .select({ document: documents, file: files })
    .from(documents)
    .leftJoin(files, eq(files.id, documents.fileId))
    .leftJoin(orders, eq(orders.id, documents.orderId))
    .where(which)
    .orderBy(asc(documents.nth));
type Found = Awaited<ReturnType<typeof find>>[number];

async function read({ storage }: Reading, { document: { number }, file }: Found): Promise<Uint8Array<ArrayBuffer>> {
  if (!file) throw refuse('DOCUMENT_IN_THE_MAKING', { number });
  const stream = await storage.private.read(nameOfContent(file));
  if (!stream) throw new StorageUnavailable(`${nameOfContent(file)} is not there`);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
