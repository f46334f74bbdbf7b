import path from 'node:path';
import type { Config } from '../../config.ts';
import type { FileStore } from './file-store.ts';
import { openFolderStore } from './folder.ts';
import { isS3, readS3Address, type S3Address } from './s3-address.ts';

/** Where stored files are. Each part is a store of its own, so that no name leads from one into another. */
export interface Storage {
  /** Whoever knows the address may have it: `/storage/<bucket>/<path>`. */
  public: FileStore;
  /** Only through requests that check who asks. */
  private: FileStore;
  /** Parts of uploads that are not complete. */
  uploads: FileStore;
}

export const storageIn = (dataDir: string): Storage => ({
  public: openFolderStore(path.join(dataDir, 'storage')),
  private: openFolderStore(path.join(dataDir, 'private-files')),
  uploads: openFolderStore(path.join(dataDir, 'uploads')),
});

/** Folders of the data directory, or a bucket that servers share. */
export async function openStorage({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Promise<Storage> {
  const { bucket } = storage;
  if (bucket === null) return storageIn(dataDir);
  const { openBucket, openClient } = await import('./s3.ts');
  const client = openClient(bucket);
  const part = (name: string) =>
    openBucket({ ...bucket, prefix: `${bucket.prefix}${name}/` }, path.join(dataDir, 'incoming'), client);
  return { public: part('public'), private: part('private'), uploads: part('uploads') };
}

/** A folder, or an address like `s3://bucket/prefix`. `spool` is a folder of this machine. */
export async function openPlace(address: string, spool: string): Promise<FileStore> {
  if (!isS3(address)) return openFolderStore(address);
  const { openBucket } = await import('./s3.ts');
  return openBucket(readS3Address(address) as S3Address, spool);
}
