import path from 'node:path';
import { type Context, Hono } from 'hono';
import type { Log } from '../../platform/log/log.ts';
import { type FileStore, type Stat, StorageUnavailable } from '../../platform/storage/file-store.ts';
import type { RequestContext } from '../request-context.ts';
import { contentType } from './content-type.ts';
import { sendFile } from './send-file.ts';

/**
 * The public bucket, `/<bucket>/<path>`: pictures, videos and templates, whole or in ranges. A file is looked for in each
 * store in turn: what was stored first, then what was shipped. `?download` asks the browser to save instead of show.
 */
export function storageRoutes(log: Log, stores: readonly FileStore[]) {
  const app = new Hono<RequestContext>();
  app.get('*', async (c) => {
    const name = decode(c.req.path.replace(/^\/storage\//, ''));
    const found = name?.includes('/') ? await find(stores, name) : null;
    return (found && (await send(c, log, found))) ?? c.notFound();
  });
  return app;
}

interface Found extends Stat {
  store: FileStore;
  name: string;
}

/** What was shipped is there even when the place of stored files does not answer. */
async function find(stores: readonly FileStore[], name: string): Promise<Found | null> {
  let unavailable: StorageUnavailable | null = null;
  for (const store of stores)
    try {
      const stat = await store.stat(name);
      if (stat) return { ...stat, store, name };
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      unavailable = error;
    }
  if (unavailable) throw unavailable;
  return null;
}

function decode(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}

const send = (
  c: Context<RequestContext>,
  log: Log,
  { store, name, bytes, modified }: Found,
): Promise<Response | null> =>
  sendFile(c, log, {
    bytes,
    modified,
    etag: `"${bytes.toString(36)}-${Math.round(modified.getTime()).toString(36)}"`,
    type: contentType(name),
    headers: {
      'cache-control': 'public, max-age=2592000',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      ...(c.req.query('download') === undefined
        ? {}
        : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(path.basename(name))}` }),
    },
    read: (range) => store.read(name, range),
  });
