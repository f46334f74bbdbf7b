import type { FileStore } from '../platform/storage/file-store.ts';

export async function namesIn(store: FileStore, prefix?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
}
