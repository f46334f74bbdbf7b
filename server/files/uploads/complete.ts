import { eq } from 'drizzle-orm';
import type { StoredFile } from '#domain/files/contract.ts';
import { type FileKindName, fileKind } from '#domain/files/kinds.ts';
import { missingParts } from '#domain/files/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { typeOf } from '../../platform/storage/file-type.ts';
import { lockRoom } from '../content.ts';
import { addFile, describeFile, type KeptContent, keepContent } from '../keep-file.ts';
import { checkQuota } from '../quota.ts';
import { files, uploadParts, uploads } from '../schema.ts';
import { lockUpload, ownUpload, partsThere, type UploadRow } from './own-upload.ts';

/** Makes a file of the parts of one's own upload, once: asked again, also at the same time, it answers with the same file. */
export async function completeUpload(
  deps: Dependencies,
  actor: Actor,
  ownerId: string,
  id: string,
): Promise<StoredFile> {
  const upload = await ownUpload(deps.db, ownerId, id);
  if (upload.fileId) return fileOf(deps, upload.fileId);
  const working = completing(deps);
  const begun = working.get(id);
  if (begun) return begun;
  const mine = makeFile(deps, actor, ownerId, upload).finally(() => working.delete(id));
  working.set(id, mine);
  return mine;
}

/** Each copy takes up as much of the disk as the upload: however often it is asked for at once, a process makes one. */
const completing = perInstance((_: Dependencies) => new Map<string, Promise<StoredFile>>());

async function makeFile(deps: Dependencies, actor: Actor, ownerId: string, upload: UploadRow): Promise<StoredFile> {
  const { id } = upload;
  const kind = upload.kind as FileKindName;
  const content = await join(deps, upload, kind).catch(async (error) => {
    // Whoever completed it meanwhile has taken its parts away.
    if ((await ownUpload(deps.db, ownerId, id)).fileId === null) throw error;
  });
  if (!content) return fileOf(deps, (await ownUpload(deps.db, ownerId, id)).fileId);
  const { file, parts } = await deps.db.transaction(async (tx) => {
    await lockRoom(tx);
    const { fileId, bytes } = await lockUpload(tx, ownerId, id);
    if (fileId) return { file: fileId, parts: [] };
    await checkQuota(tx, deps.config.storage, { ownerId, uploadId: id, bytes });
    const added = await addFile(tx, deps, content, { kind, ownerId, madeByUs: false });
    await tx.update(uploads).set({ fileId: added.id }).where(eq(uploads.id, id));
    const parts = await tx.delete(uploadParts).where(eq(uploadParts.uploadId, id)).returning();
    await record(tx, actor, {
      action: 'files.stored',
      on: { kind: 'profile', id: ownerId },
      after: { kind, type: content.contentType, bytes },
    });
    return { file: added.id, parts };
  });
  for (const { name } of parts) await deps.storage.uploads.remove(name);
  return fileOf(deps, file);
}

async function fileOf({ db }: Dependencies, id: string | null): Promise<StoredFile> {
  const [file] = id === null ? [] : await db.select().from(files).where(eq(files.id, id));
  if (!file) throw refuse('UPLOAD_GONE');
  return describeFile(file);
}

/** The parts as one content in its store, if it is what the kind takes. */
async function join(deps: Dependencies, upload: UploadRow, kind: FileKindName): Promise<KeptContent> {
  const { storage, db } = deps;
  const { part, types } = fileKind(kind);
  const there = await partsThere(db, upload.id);
  const missing = missingParts(
    upload.bytes,
    there.map(({ number }) => number),
  );
  if (missing.length > 0) throw refuse('UPLOAD_INCOMPLETE', { missing });
  const received = await storage[part].receive(contentsOf(storage.uploads, there), upload.bytes);
  try {
    const type = await typeOf(received);
    if (!types.includes(type.contentType)) throw refuse('FILE_TYPE_REFUSED', { types: [...types] });
    return await keepContent(deps, kind, received, type);
  } finally {
    await storage[part].discard(received);
  }
}

async function* contentsOf(
  store: FileStore,
  parts: readonly { number: number; name: string }[],
): AsyncGenerator<Uint8Array> {
  for (const { number, name } of parts) {
    const content = await store.read(name);
    // Sent again or completed meanwhile.
    if (!content) throw refuse('UPLOAD_INCOMPLETE', { missing: [number] });
    yield* content;
  }
}
