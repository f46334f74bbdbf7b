import { Readable } from 'node:stream';
import type { Dependencies } from '../../dependencies.ts';
import { addFile, keepContent } from '../../files/keep-file.ts';

/** A stored file, as an upload of that company's would have left it; its id. */
export async function storeSentFile(
  deps: Dependencies,
  ownerId: string,
  content: Buffer,
  kind: 'advert-picture' | 'advert-film',
): Promise<string> {
  const { private: store } = deps.storage;
  const received = await store.receive(Readable.from([content]));
  try {
    const kept = await keepContent(deps, kind, received);
    const row = await deps.db.transaction((tx) => addFile(tx, deps, kept, { kind, ownerId, madeByUs: false }));
    return row.id;
  } finally {
    await store.discard(received);
  }
}
