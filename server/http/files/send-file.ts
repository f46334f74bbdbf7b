import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { Context } from 'hono';
import type { Log } from '../../platform/log/log.ts';
import type { Range } from '../../platform/storage/file-store.ts';
import { cutOff } from '../cut-off.ts';
import type { RequestContext } from '../request-context.ts';

/** Nothing in a stored file may run, whatever it claims to be. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export interface SentFile {
  bytes: number;
  modified: Date;
  /** In quotes. */
  etag: string;
  type: string;
  /** Whatever else is said of it: who may keep it, how it is shown. */
  headers: Record<string, string>;
  /** `null` when it went away since. */
  read(range: Range): Promise<Readable | null>;
}

/** Answers GET and HEAD with a file, whole or in one range, or with 304 to whoever has it already; `null` when it went away. */
export async function sendFile(c: Context<RequestContext>, log: Log, file: SentFile): Promise<Response | null> {
  const { bytes: size, modified, etag } = file;
  const headers = new Headers({
    etag,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': FILE_POLICY,
    ...file.headers,
  });
  const known = c.req.header('if-none-match');
  if (known && (known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)))
    return new Response(null, { status: 304, headers });

  headers.set('content-type', file.type);
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
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const content = await file.read({ from, to });
  return content && new Response(ReadableStream.from(untilCutOff(c, log, content)) as BodyInit, { status, headers });
}

async function* untilCutOff(c: Context<RequestContext>, log: Log, content: Readable) {
  try {
    yield* content;
  } catch (error) {
    throw cutOff(c, log, error);
  }
}

/**
 * One range of bytes, both ends included. Several at once, or in another unit, count as none: the whole file is a right
 * answer. What claims to be a range of bytes and is not one is refused, like one outside the file.
 */
function rangeOf(header: string | undefined, size: number): Range | 'impossible' | null {
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
