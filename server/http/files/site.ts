import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { UNAVAILABLE_SECONDS } from '#domain/shell/unavailable-copy.ts';
import { withoutTrailingSlashes } from '#domain/slashes.ts';
import type { IsAway } from '../../platform/watch/database-presence.ts';
import { APP_HEADERS, baseHeaders, PAGE_HEADERS, pagePolicy, type SecuritySettings } from '../security-headers.ts';
import { contentType } from './content-type.ts';

/** The built website: pages prerendered as HTML, scripts, styles, fonts, pictures. Held in memory, ready to send. */
export interface Site {
  /** Answers GET and HEAD of a page or a built file; `false` when the path is neither, and nothing was sent. */
  answer(request: IncomingMessage, response: ServerResponse, requestId: string): boolean;
  /** The page for addresses that do not exist, with status 404; `null` when no website was built. */
  notFound(acceptEncoding: string | undefined): { body: Buffer<ArrayBuffer>; headers: Record<string, string> } | null;
}

interface Variant {
  body: Buffer<ArrayBuffer>;
  etag: string;
  /** Name, value, name, value: what Node sends fastest. */
  head: string[];
  headUnchanged: string[];
}

type Encoding = 'br' | 'gzip' | 'identity';
type Stored = Partial<Record<Encoding, Variant>> & { identity: Variant };

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';
const AN_HOUR = 'public, max-age=3600';

/**
 * Reads `directory` once; files beside which the build left `.br` and `.gz` are sent compressed. `isPage` says which addresses without a
 * file of their own are pages drawn in the browser, `otherCase` where an address in other letters leads. While the database is away,
 * 503.html is answered for those that `needsDatabase`.
 */
export function openSite({
  directory,
  isPage,
  otherCase,
  needsDatabase = () => false,
  isAway = () => false,
  security,
}: {
  directory: string;
  isPage: (pathname: string) => boolean;
  otherCase: (pathname: string) => string | null;
  needsDatabase?: (pathname: string) => boolean;
  isAway?: IsAway;
  security: SecuritySettings;
}): Site {
  const files = new Map<string, Stored>();
  const common = baseHeaders(security);
  for (const name of existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : []) {
    const file = path.join(directory, name);
    if (/\.(br|gz)$/.test(name) || !statSync(file).isFile()) continue;
    files.set(addressOf(name), store(file, addressOf(name), common, security));
  }
  const shell = files.get(APP_SHELL) ?? null;
  const missing = files.get('/404') ?? shell;
  files.delete(APP_SHELL);
  files.delete('/404');
  const unavailable = files.get(UNAVAILABLE) ?? null;
  files.delete(UNAVAILABLE);

  function find(pathname: string): Stored | null {
    const file = files.get(pathname);
    if (file) return file;
    const decoded = decode(pathname);
    return decoded !== null && shell && isPage(decoded) ? shell : null;
  }

  return {
    answer(request, response, requestId) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '/';
      const question = url.indexOf('?');
      const pathname = question < 0 ? url : url.slice(0, question);
      const found = find(pathname);
      const elsewhere = found ? withoutSlash(pathname) : decode(pathname) !== null && otherCase(pathname);
      if (elsewhere) {
        const location = `${elsewhere}${question < 0 ? '' : url.slice(question)}`;
        response.writeHead(308, { ...common, location, 'cache-control': ASK_FIRST, 'x-request-id': requestId }).end();
        return true;
      }
      if (!found) return false;
      if (found !== shell || !unavailable || !needsDatabase(pathname)) return send(found);
      const away = isAway();
      if (away === false) return send(found);
      void away.then((gone) => (gone ? pause(unavailable) : send(found)));
      return true;

      function send(page: Stored): true {
        const variant = page[encodingFor(request.headers['accept-encoding'], page)] ?? page.identity;
        const asked = request.headers['if-none-match'];
        if (asked !== undefined && matches(asked, variant.etag)) {
          response.writeHead(304, [...variant.headUnchanged, 'x-request-id', requestId]).end();
          return true;
        }
        response.writeHead(200, [...variant.head, 'x-request-id', requestId]);
        if (request.method === 'HEAD') response.end();
        else response.end(variant.body);
        return true;
      }

      function pause(page: Stored) {
        const { body, headers } = withoutEtag(page, request.headers['accept-encoding']);
        response.writeHead(503, { ...headers, 'retry-after': String(UNAVAILABLE_SECONDS), 'x-request-id': requestId });
        response.end(request.method === 'HEAD' ? undefined : body);
      }
    },
    notFound: (acceptEncoding) => missing && withoutEtag(missing, acceptEncoding),
  };
}

/** A page that stands for an address which is not its own: never kept. */
function withoutEtag(page: Stored, acceptEncoding: string | undefined) {
  const variant = page[encodingFor(acceptEncoding, page)] ?? page.identity;
  const headers: Record<string, string> = Object.fromEntries(
    Array.from({ length: variant.head.length / 2 }, (_, i) => [variant.head[2 * i]!, variant.head[2 * i + 1]!]),
  );
  delete headers.etag;
  return { body: variant.body, headers: { ...headers, 'cache-control': 'no-store' } };
}

/** `null` when there is none too many. */
const withoutSlash = (pathname: string): string | null =>
  pathname.length > 1 && pathname.endsWith('/') ? withoutTrailingSlashes(pathname) : null;

/** The file behind every page that is drawn in the browser. */
const APP_SHELL = '/__spa-fallback';
const UNAVAILABLE = '/503';

/** `usb-packages/index.html` is /usb-packages. */
function addressOf(name: string): string {
  const address = `/${name.split(path.sep).join('/')}`;
  return address.replace(/\/index\.html$/, '').replace(/\.html$/, '') || '/';
}

function store(file: string, address: string, common: Record<string, string>, security: SecuritySettings): Stored {
  const original = readFileSync(file);
  const isHtml = file.endsWith('.html');
  const fingerprint = createHash('sha256').update(original).digest('base64url').slice(0, 22);
  const policy = isHtml
    ? {
        ...(address === APP_SHELL ? APP_HEADERS : PAGE_HEADERS),
        'content-security-policy': pagePolicy(original.toString(), security),
      }
    : {};
  const cache = address.startsWith('/assets/')
    ? FOREVER
    : isHtml || /\.(js|webmanifest)$/.test(file)
      ? ASK_FIRST
      : AN_HOUR;

  function variant(encoding: Encoding, body: Buffer<ArrayBuffer>): Variant {
    const etag = `"${fingerprint}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const unchanged = { ...common, ...policy, etag, 'cache-control': cache, vary: 'accept-encoding' };
    const headers = {
      ...unchanged,
      'content-type': contentType(file),
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return { body, etag, head: Object.entries(headers).flat(), headUnchanged: Object.entries(unchanged).flat() };
  }

  return {
    identity: variant('identity', original),
    ...(existsSync(`${file}.br`) ? { br: variant('br', readFileSync(`${file}.br`)) } : {}),
    ...(existsSync(`${file}.gz`) ? { gzip: variant('gzip', readFileSync(`${file}.gz`)) } : {}),
  };
}

/** `null` for what no legitimate link contains: broken escapes, zero bytes. */
function decode(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname);
    return /[\0\\]|\/\//.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** What browsers say here hardly varies, so each spelling is read once. */
const encodedVariants = new Map<string, { br: boolean; gzip: boolean }>();

function encodingFor(accepted: string | undefined, stored: Stored): Encoding {
  if (!accepted) return 'identity';
  let known = encodedVariants.get(accepted);
  if (!known) {
    known = { br: accepts(accepted, 'br'), gzip: accepts(accepted, 'gzip') };
    if (encodedVariants.size < 100) encodedVariants.set(accepted, known);
  }
  if (known.br && stored.br) return 'br';
  return known.gzip && stored.gzip ? 'gzip' : 'identity';
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
