import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { type ArchiveHead, FILES, HEAD, MANIFEST, type Manifest, tablePart } from './contents.ts';
import { seal } from './sealed.ts';

/** Bytes of one part of a table; the size of an entry is written before it, so a part is gathered first. */
const PART = 1024 * 1024;

export interface ArchiveWriter {
  head(head: ArchiveHead): Promise<void>;
  /** The rows of a table as they come; `rowsOf` is asked at their end. */
  table(name: string, rows: AsyncIterable<Buffer>, rowsOf: () => number, onPart?: () => void): Promise<void>;
  /** A file of so many bytes; more that follow are left out. */
  file(name: string, size: number, content: Readable): Promise<void>;
}

/**
 * Writes an archive to `file`, readable by its owner only. It has that name when it is whole and on disk; what is left of one that
 * failed is removed.
 */
export async function writeArchive(
  file: string,
  passphrase: string | undefined,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<{ bytes: number; manifest: Manifest }> {
  const making = `${file}.partial`;
  const pack = tar.pack();
  const manifest: Manifest = { head: { bytes: 0, sha256: '' }, tables: {}, files: {} };
  const way = passphrase ? await seal(passphrase) : new PassThrough();
  const writing = pipeline(pack, createGzip({ level: 3 }), way, createWriteStream(making, { mode: 0o600 }));
  /** Fails as soon as the file cannot be written: who waits for an entry would wait for ever. */
  const broken = new Promise<never>((_, reject) => writing.catch(reject));
  broken.catch(() => {});

  async function entry(name: string, content: Buffer): Promise<void> {
    const written = new Promise<void>((resolve, reject) =>
      pack.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([written, broken]);
  }

  const writer: ArchiveWriter = {
    async head(head) {
      const content = Buffer.from(`${JSON.stringify(head, null, 1)}\n`);
      manifest.head = described(createHash('sha256').update(content), content.length);
      await entry(HEAD, content);
    },
    async table(name, rows, rowsOf, onPart) {
      const hash = createHash('sha256');
      let bytes = 0;
      let part = 0;
      let held: Buffer[] = [];
      let size = 0;
      const flush = async () => {
        part += 1;
        await entry(tablePart(name, part), Buffer.concat(held));
        held = [];
        size = 0;
        onPart?.();
      };
      for await (const chunk of rows) {
        hash.update(chunk);
        held.push(chunk);
        size += chunk.length;
        bytes += chunk.length;
        if (size >= PART) await flush();
      }
      if (size > 0 || part === 0) await flush();
      manifest.tables[name] = { ...described(hash, bytes), rows: rowsOf() };
    },
    async file(name, size, content) {
      const hash = createHash('sha256');
      let sent = 0;
      const written = new Promise<void>((resolve, reject) => {
        const sink = pack.entry({ name: FILES + name, size, mode: 0o600 }, (error) =>
          error ? reject(error) : resolve(),
        );
        if (size === 0) {
          content.destroy();
          sink.end(undefined);
          return;
        }
        const counted = async function* (source: AsyncIterable<Buffer>) {
          for await (const read of source) {
            const chunk = read.subarray(0, size - sent);
            hash.update(chunk);
            sent += chunk.length;
            yield chunk;
            if (sent === size) return;
          }
          throw new Error(`${name} became shorter while it was read`);
        };
        pipeline(content, counted, sink).catch(reject);
      });
      await Promise.race([written, broken]);
      manifest.files[name] = described(hash, size);
    },
  };

  try {
    await fill(writer);
    await entry(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    pack.finalize();
    await writing;
    await toDisk(making);
    await rename(making, file);
    return { bytes: (await stat(file)).size, manifest };
  } catch (error) {
    pack.destroy(error as Error);
    const why = await writing.then(
      () => error,
      (broke) => (broke.code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : broke),
    );
    await rm(making, { force: true });
    // A disk that is full breaks the file first, and whoever writes into it meets something else.
    throw why;
  }
}

const described = (hash: Hash, bytes: number) => ({ bytes, sha256: hash.digest('hex') });

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
