import type { ReceivedFile } from './file-store.ts';

export interface FoundType {
  contentType: string;
  /** With its dot; empty when the bytes say nothing. */
  extension: string;
}

/** What a file is by its bytes, never by a name. What is not recognised is just bytes. */
export async function typeOf({ file }: ReceivedFile): Promise<FoundType> {
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file).catch(() => undefined);
  return found
    ? { contentType: found.mime, extension: `.${found.ext.replace(/\W/g, '')}` }
    : { contentType: 'application/octet-stream', extension: '' };
}
