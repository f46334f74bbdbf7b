import { open, rm, stat as statFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  checkName,
  type FileStore,
  isName,
  type ListedFile,
  type Range,
  type ReceivedFile,
  StorageUnavailable,
} from './file-store.ts';
import { receiveInto, removeLeftOver } from './receive.ts';
import { placeOf, type S3Address } from './s3-address.ts';

/** Bytes of one request; a larger file goes in several, one after the other. */
const PIECE = 8 * 1024 * 1024;
const CONNECT_MS = 3_000;
/** Without a byte in either direction. Somebody who reads a film slowly or stops it for a while takes none either. */
const SILENT_MS = 60_000;
/** Connections at once: one for each who is reading a file. */
const MAX_CONNECTIONS = 2_000;

/**
 * Checksums of newer SDKs travel in a form that servers other than Amazon's often refuse, so they are sent only where S3 demands
 * them. Every piece is in memory when it is signed, and its signature holds its hash: what arrives otherwise is refused.
 */
export function openClient({ region, endpoint, profile }: S3Address): S3Client {
  const settings: S3ClientConfig = {
    region: region ?? 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
    maxAttempts: 3,
  };
  if (endpoint !== null) Object.assign(settings, { endpoint, forcePathStyle: true });
  else settings.followRegionRedirects = true;
  if (profile !== null) settings.profile = profile;
  return new S3Client(settings);
}

/** Files in a bucket. What is received waits in `incoming`, a folder of this machine. */
export function openBucket(address: S3Address, incoming: string, client: S3Client = openClient(address)): FileStore {
  const place = placeOf(address);
  const at = (name: string) => ({ Bucket: address.bucket, Key: address.prefix + name });
  let isSwept = false;

  async function upload(name: string, file: string, contentType = 'application/octet-stream'): Promise<void> {
    checkName(name);
    const content = (await open(file)).createReadStream({ highWaterMark: 1024 * 1024 });
    const params = { ...at(name), Body: content, ContentType: contentType };
    await asked(new Upload({ client, params, queueSize: 1, partSize: PIECE }).done()).finally(() => content.destroy());
    const found = await head(name);
    if (found?.bytes !== (await statFile(file)).size)
      throw new StorageUnavailable(`${place} holds ${found?.bytes ?? 'nothing'} of ${name}`);
  }

  async function head(name: string) {
    const found = await asked(client.send(new HeadObjectCommand(at(name))));
    return found && { bytes: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) };
  }

  /** The answer; `null` when S3 says that nothing has that name. */
  async function asked<Answer>(call: Promise<Answer>): Promise<Answer | null> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name)) return null;
      throw new StorageUnavailable(`${place}: ${(error as Error).name}`, { cause: error });
    }
  }

  return {
    place,
    async receive(source, most) {
      if (!isSwept) await removeLeftOver(incoming);
      isSwept = true;
      return receiveInto(incoming, source, most);
    },
    async put(name: string, received: ReceivedFile, contentType) {
      await upload(name, received.file, contentType);
      await rm(received.file, { force: true });
    },
    copy: (name, file) => upload(name, file),
    discard: ({ file }) => rm(file, { force: true }),
    stat: async (name) => (isName(name) ? head(name) : null),
    async read(name: string, range?: Range): Promise<Readable | null> {
      if (!isName(name)) return null;
      const only = range ? { Range: `bytes=${range.from}-${range.to}` } : {};
      const found = await asked(client.send(new GetObjectCommand({ ...at(name), ...only })));
      return (found?.Body as Readable | undefined) ?? null;
    },
    async remove(name) {
      if (isName(name)) await asked(client.send(new DeleteObjectCommand(at(name))));
    },
    async *list(prefix = ''): AsyncIterable<ListedFile> {
      let after: string | undefined;
      do {
        const { Bucket, Key: Prefix } = at(prefix);
        const page = await asked(
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ...(after ? { ContinuationToken: after } : {}) })),
        );
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page?.Contents ?? []) {
          const name = Key.slice(address.prefix.length);
          if (isName(name)) yield { name, bytes: Size, modified: LastModified };
        }
        after = page?.NextContinuationToken;
      } while (after);
    },
  };
}
