import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { RequestContext } from '../request-context.ts';
import { contentType } from './content-type.ts';

/** Nothing in a stored file may run, whatever it claims to be. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/**
 * The public bucket, `/<bucket>/<path>`: pictures, videos and templates, whole or in ranges. A file is looked for in each
 * root in turn: what people uploaded first, then what was shipped. `?download` asks the browser to save instead of show.
 */
export function storage(roots: string[]) {
  const app = new Hono<RequestContext>();
  app.get('*', async (c) => {
    const file = await find(roots, c.req.path.replace(/^\/storage\//, ''));
    return file ? send(c, file) : c.notFound();
  });
  return app;
}

interface Found {
  file: string;
  size: number;
  modified: Date;
}

/** `null` for anything that is not a plain file inside a root: traversal, links out of it, folders, hidden files. */
async function find(roots: string[], address: string): Promise<Found | null> {
  const name = decode(address);
  if (name === null) return null;
  const parts = name.split('/');
  if (parts.length < 2 || parts.some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part))) return null;
  for (const root of roots) {
    try {
      const home = await realpath(root);
      const file = await realpath(path.join(home, ...parts));
      const found = await stat(file);
      if (file.startsWith(home + path.sep) && found.isFile()) return { file, size: found.size, modified: found.mtime };
    } catch {
      // Not in this root.
    }
  }
  return null;
}

function decode(address: string): string | null {
  try {
    return decodeURIComponent(address);
  } catch {
    return null;
  }
}

function send(c: Context<RequestContext>, { file, size, modified }: Found): Response {
  const etag = `"${size.toString(36)}-${Math.round(modified.getTime()).toString(36)}"`;
  const headers = new Headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=2592000',
    'content-security-policy': FILE_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  const known = c.req.header('if-none-match');
  if (known && (known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)))
    return new Response(null, { status: 304, headers });

  headers.set('content-type', contentType(file));
  if (c.req.query('download') !== undefined)
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(path.basename(file))}`);

  const unchanged = c.req.header('if-range') ?? etag;
  const range =
    unchanged === etag || unchanged === modified.toUTCString() ? rangeOf(c.req.header('range'), size) : null;
  if (range === 'impossible') {
    headers.set('content-range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  headers.set('content-length', String(to - from + 1));
  if (range) headers.set('content-range', `bytes ${from}-${to}/${size}`);
  const body =
    c.req.method === 'HEAD' || size === 0
      ? null
      : (Readable.toWeb(createReadStream(file, { start: from, end: to })) as ReadableStream);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * One range of bytes, both ends included. Several at once, or in another unit, count as none: the whole file is a right
 * answer. What claims to be a range of bytes and is not one is refused, like one outside the file.
 */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'impossible' | null {
  const asked = /^bytes=(.*)$/.exec(header?.trim() ?? '')?.[1];
  if (asked === undefined || /^\s*\d*-\d*\s*(,\s*\d*-\d*\s*)+$/.test(asked)) return null;
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(asked) ?? [];
  if (first === '' && last === '') return 'impossible';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'impossible' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from >= size || to < from ? 'impossible' : { from, to };
}
