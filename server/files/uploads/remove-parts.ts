import type { Storage } from '../../platform/storage/open.ts';

/** Everything that arrived for an upload, also what no row names. */
export async function removeParts({ uploads }: Pick<Storage, 'uploads'>, id: string): Promise<void> {
  for await (const { name } of uploads.list(`${id}/`)) await uploads.remove(name);
}
