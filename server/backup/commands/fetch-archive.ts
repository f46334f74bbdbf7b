import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '#domain/day.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { openTemporaryFolder } from '../../platform/process/temporary-folder.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { openFolderStore } from '../../platform/storage/folder.ts';
import { openPlace } from '../../platform/storage/open.ts';
import { isS3, readS3Address } from '../../platform/storage/s3-address.ts';
import { typedPath } from './run.ts';

export interface FoundArchive {
  place: FileStore;
  name: string;
}

/** An archive as it was typed: a file, or `s3://bucket/prefix/vidik-….tar.gz?endpoint=…`. */
export async function typedArchive(typed: string): Promise<FoundArchive> {
  if (!isS3(typed)) {
    const file = typedPath(typed);
    return { place: openFolderStore(path.dirname(file)), name: path.basename(file) };
  }
  const question = typed.indexOf('?');
  const address = question < 0 ? typed : typed.slice(0, question);
  const slash = address.lastIndexOf('/');
  const [folder, name] = [address.slice(0, slash), address.slice(slash + 1)];
  const place = `${folder}${question < 0 ? '' : typed.slice(question)}`;
  const wrong = readS3Address(place);
  if (name === '' || typeof wrong === 'string')
    throw startupError(`${typed} names no archive: s3://bucket/vidik-….tar.gz?endpoint=…`);
  return { place: await openPlace(place, path.join(tmpdir(), 'vidik-incoming')), name };
}

/** The archive as a file of this machine, which `forget` takes away again when it was fetched. */
export async function fetchArchive({
  place,
  name,
}: FoundArchive): Promise<{ archive: string; forget(): Promise<void> }> {
  if (path.isAbsolute(place.place)) return { archive: path.join(place.place, name), forget: async () => {} };
  const content = await place.read(name);
  if (!content) throw startupError(`${place.place}/${name} cannot be read: it is not there.`);
  const { folder, remove: forget } = await openTemporaryFolder('vidik-archive-', { otherMachinesMs: DAY_MS });
  try {
    const fetched = openFolderStore(folder);
    await fetched.put(name, await fetched.receive(content));
    return { archive: path.join(folder, name), forget };
  } catch (error) {
    await forget();
    throw error;
  }
}
