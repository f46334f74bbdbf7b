import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** Bytes of this machine that have no name yet: what a stream brought, whole and on disk. */
export interface ReceivedFile {
  file: string;
  bytes: number;
  sha256: string;
}

export interface Stat {
  bytes: number;
  modified: Date;
}

export interface ListedFile extends Stat {
  name: string;
}

/** Bytes from the first to the last, both included. */
export interface Range {
  from: number;
  to: number;
}

/**
 * A place for files, by names like `files/ab/abcd….png`. A name stands for whole content or for none: what is half written has no
 * name. Every call but `discard` throws `StorageUnavailable` when the place does not answer.
 */
export interface FileStore {
  /** Where it is, for people; never a secret. */
  readonly place: string;
  /** Takes a stream in. Throws `TooManyBytes` at the first byte above `most`. What is received is put or discarded. */
  receive(source: AsyncIterable<Uint8Array>, most?: number): Promise<ReceivedFile>;
  /** Gives what was received its name, in place of what had it. */
  put(name: string, received: ReceivedFile, contentType?: string): Promise<void>;
  /** Copies a file of this machine, which stays. */
  copy(name: string, file: string): Promise<void>;
  discard(received: ReceivedFile): Promise<void>;
  /** `null` when nothing has that name. */
  stat(name: string): Promise<Stat | null>;
  /** `null` when nothing has that name. Whoever asks reads to the end or destroys the stream. */
  read(name: string, range?: Range): Promise<Readable | null>;
  /** Also when nothing has that name. */
  remove(name: string): Promise<void>;
  /** Everything whose name begins so, once, in any order; hidden and unfinished files are left out. */
  list(prefix?: string): AsyncIterable<ListedFile>;
}

export class TooManyBytes extends Error {}

/** The place of files does not answer, or refuses us. */
export class StorageUnavailable extends Error {}

/** A path below the store: no empty, hidden or climbing part, nothing a file system or an address reads otherwise. */
export const isName = (name: string): boolean =>
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part));

/** For names that we make. */
export function checkName(name: string): void {
  if (!isName(name)) throw new Error(`${JSON.stringify(name)} is no name of a file.`);
}

/** The whole content, as text; `null` when nothing has that name. */
export async function readText(store: FileStore, name: string): Promise<string | null> {
  const stream = await store.read(name);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function writeText(store: FileStore, name: string, text: string): Promise<void> {
  await write(store, name, [Buffer.from(text)]);
}

/** The content of a file, opened when it is asked for: a stream that is never read would throw the error of its opening at nobody. */
export async function* contentOfFile(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

/** Takes a stream in under a name. */
export async function write(
  store: FileStore,
  name: string,
  source: AsyncIterable<Uint8Array> | Uint8Array[],
): Promise<ReceivedFile> {
  const received = await store.receive(
    Array.isArray(source)
      ? (async function* () {
          yield* source;
        })()
      : source,
  );
  try {
    await store.put(name, received);
    return received;
  } finally {
    await store.discard(received);
  }
}
