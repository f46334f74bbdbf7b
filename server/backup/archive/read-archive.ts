import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { isStartupError, startupError } from '../../platform/process/startup-error.ts';
import { ArchiveHead, FILES, FORMAT, HEAD, MANIFEST, Manifest, tableOf } from './contents.ts';
import { MAGIC, SEAL_HEADER, unseal } from './sealed.ts';

export interface ArchiveEntry {
  name: string;
  /** To be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>;
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The entries of an archive in their order. Throws `startupError` for a file that is none, is locked or is damaged. */
export async function* readEntries(file: string, passphrase: string | undefined): AsyncGenerator<ArchiveEntry> {
  const beginning = await readFirstBytes(file);
  const isSealed = beginning.subarray(0, MAGIC.length).equals(MAGIC);
  if (!isSealed && !beginning.subarray(0, 2).equals(GZIP)) throw startupError(`${file} is no archive of Vidik.`);
  if (isSealed && !passphrase) throw startupError(`${file} is locked: set BACKUP_PASSPHRASE.`);
  const extract = tar.extract();
  const opening: Transform = isSealed ? await unseal(passphrase!, beginning) : new PassThrough();
  const source = createReadStream(file, { start: isSealed ? SEAL_HEADER : 0 });
  const reading = pipeline(source, opening, createGunzip(), extract);
  reading.catch((error) => extract.destroy(error));
  try {
    for await (const entry of extract)
      yield { name: entry.header.name, content: contentOf(file, entry as AsyncIterable<Buffer>) };
    await reading;
  } catch (error) {
    throw damagedBy(file, error);
  } finally {
    extract.destroy();
    await reading.catch(() => {});
  }
}

/** Whoever reads a content meets what is wrong with the file there. */
async function* contentOf(file: string, entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw damagedBy(file, error);
  }
}

const damagedBy = (file: string, error: unknown): Error =>
  isStartupError(error) ? error : startupError(`${file} is damaged: ${(error as Error).message}.`, error);

async function readFirstBytes(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEAL_HEADER), 0, SEAL_HEADER, 0);
    await handle.close();
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw startupError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, error);
  }
}

export interface VerifiedArchive {
  head: ArchiveHead;
  manifest: Manifest;
}

/** Reads the archive to its end and compares every hash; nothing is written. Throws `startupError` with what is wrong. */
export async function verifyArchive(
  file: string,
  passphrase: string | undefined,
  sayProgress: (line: string) => void = () => {},
): Promise<VerifiedArchive> {
  let read = 0;
  const damaged = (what: string) => startupError(`${file} is damaged: ${what}.`);
  const found = new Map<string, { hash: ReturnType<typeof createHash>; bytes: number }>();
  let head: ArchiveHead | undefined;
  let manifest: Manifest | undefined;
  for await (const { name, content } of readEntries(file, passphrase)) {
    if (manifest) throw damaged('something follows its manifest');
    const about = whatOf(name);
    if (about === null) throw damaged(`it holds ${name}, which belongs to no backup`);
    const kept = found.get(about) ?? { hash: createHash('sha256'), bytes: 0 };
    found.set(about, kept);
    const texts: Buffer[] = [];
    for await (const chunk of content) {
      kept.hash.update(chunk);
      kept.bytes += chunk.length;
      read += chunk.length;
      sayProgress(`read ${Math.floor(read / 1e6)} MB`);
      if (name === HEAD || name === MANIFEST) texts.push(chunk);
    }
    if (name === HEAD) head = parsed(file, HEAD, texts, (read) => headOf(file, read));
    else if (!head) throw startupError(`${file} is no archive of Vidik.`);
    if (name === MANIFEST) manifest = parsed(file, MANIFEST, texts, (read) => Manifest.parse(read));
  }
  if (!head || !manifest) throw damaged('it ends too early');
  found.delete(MANIFEST);
  const wanted = new Map([
    [HEAD, manifest.head],
    ...Object.entries(manifest.tables),
    ...Object.entries(manifest.files).map(([name, hashed]) => [FILES + name, hashed] as const),
  ]);
  for (const [name, { sha256, bytes }] of wanted) {
    const present = found.get(name);
    if (!present) throw damaged(`${name} is missing`);
    if (present.bytes !== bytes || present.hash.digest('hex') !== sha256)
      throw damaged(`${name} is not what was written`);
    found.delete(name);
  }
  const [strange] = found.keys();
  if (strange !== undefined) throw damaged(`${strange} is not in its manifest`);
  for (const { name } of head.tables) if (!manifest.tables[name]) throw damaged(`${name} is missing`);
  return { head, manifest };
}

/** What an entry is a part of. A file's name leads nowhere but below the directory. */
function whatOf(entry: string): string | null {
  if (entry === HEAD || entry === MANIFEST) return entry;
  if (entry.startsWith(FILES))
    return entry.split('/').some((part) => part === '' || part === '.' || part === '..') ? null : entry;
  return tableOf(entry);
}

function headOf(file: string, read: { format?: unknown }): ArchiveHead {
  if (typeof read.format === 'number' && read.format > FORMAT)
    throw startupError(`${file} was made by a newer Vidik (format ${read.format}).`);
  return ArchiveHead.parse(read);
}

/** What is changed on its way may still unpack, and is then no JSON or not what was written. */
function parsed<T>(file: string, name: string, texts: Buffer[], parse: (read: object) => T): T {
  try {
    return parse(JSON.parse(Buffer.concat(texts).toString()));
  } catch (error) {
    if (isStartupError(error)) throw error;
    throw startupError(`${file} is damaged: ${name} cannot be read.`, error);
  }
}
