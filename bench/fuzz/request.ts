import { Agent, request as open } from 'node:http';
import type { Operation } from './operations.ts';
import type { Random } from './random.ts';
import { sampleOf } from './shapes.ts';

/** A request before it is written down: still in parts, so that one of them can be broken. */
export interface Draft {
  method: string;
  path: string;
  params: Record<string, unknown>;
  query: [string, unknown][];
  headers: Record<string, string>;
  /** `undefined` for none. */
  body: unknown;
  file?: { name: string; content: string };
  token: string | undefined;
  /** Written in place of the body. */
  rawBody?: Buffer;
  /** Written in place of path and query. */
  rawPath?: string;
  /** Bytes of the body after which the connection is dropped. */
  cutAfter?: number;
}

/** What a recipe knows better than the schema. */
export interface PlannedRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: { name: string; content: string };
  /** A body that is no JSON. */
  rawBody?: Buffer;
  token?: string;
}

/** A request in the shape that the operation describes. */
export function draftOf(
  operation: Operation,
  random: Random,
  token: string | undefined,
  planned: PlannedRequest,
): Draft {
  const params = Object.entries(operation.params).map(([name, schema]) => [name, sampleOf(schema, random, name)]);
  const query = Object.entries(operation.query).flatMap(([name, { schema, required }]): [string, unknown][] =>
    required || random.chance(0.3) ? [[name, sampleOf(schema, random, name)]] : [],
  );
  const generated = operation.body ? sampleOf(operation.body, random) : undefined;
  const plannedQuery = planned.query ?? {};
  return {
    method: operation.method,
    path: operation.path,
    params: { ...Object.fromEntries(params), ...planned.params },
    query: [...query.filter(([name]) => !(name in plannedQuery)), ...Object.entries(plannedQuery)].filter(
      ([, value]) => value !== undefined,
    ),
    headers: {},
    body: planned.body ?? generated,
    ...(operation.isForm ? { file: planned.file ?? { name: 'izvod.csv', content: 'Datum;Iznos\n' } } : {}),
    ...(planned.rawBody ? { rawBody: planned.rawBody } : {}),
    token: planned.token ?? token,
  };
}

interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export function serialize(draft: Draft): WireRequest {
  const headers: Record<string, string> = {};
  if (draft.token !== undefined) headers.authorization = `Bearer ${draft.token}`;
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';
  const encode = (value: unknown) => encodeURIComponent(text(value).toWellFormed());
  let path = draft.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(draft.params[name]));
  const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  if (query) path += `${path.includes('?') ? '&' : '?'}${query}`;
  let body: Buffer | null = null;
  if (draft.rawBody) body = draft.rawBody;
  else if (draft.file) body = formOf(draft.file, draft.body);
  else if (draft.body !== undefined) body = Buffer.from(JSON.stringify(draft.body) ?? '');
  if (body) {
    headers['content-type'] = draft.file ? 'multipart/form-data; boundary=----fuzz' : 'application/json';
    headers['content-length'] = String(body.length);
  }
  return { method: draft.method, path: draft.rawPath ?? path, headers: { ...headers, ...draft.headers }, body };
}

/** An object of whose making nothing is known may not even turn into a text. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function formOf(file: { name: string; content: string }, body: unknown): Buffer {
  const { mapping, ...own } = (body ?? {}) as { mapping?: Record<string, unknown> } & Record<string, unknown>;
  const named = [
    ...Object.entries(own).filter(([name]) => name !== 'file'),
    ...Object.entries(mapping ?? {}).map(([name, value]) => [`mapping[${name}]`, value] as const),
  ];
  const fields = named.map(
    ([name, value]) => `------fuzz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  );
  const head = `------fuzz\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  return Buffer.from(`${fields.join('')}${head}${file.content}\r\n------fuzz--\r\n`);
}

export interface Answer {
  /** 0 when the connection ended without one. */
  status: number;
  text: string;
  /** Nothing came within the limit, of the answer or of the rest of it. */
  hung: boolean;
  /** The number under which the server's log speaks of it. */
  requestId: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ANSWER_TIMEOUT_MS = 10_000;
const MAX_ANSWER_LENGTH = 64 * 1024;

/** Sends it and reads the answer; of a stream only its beginning. */
export function send(port: number, draft: Draft): Promise<Answer> {
  const { method, path, headers, body } = serialize(draft);
  return new Promise((resolve) => {
    const done = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      done({ status: 0, text: '', hung: true, requestId: '' });
      asked.destroy();
    }, ANSWER_TIMEOUT_MS);
    const cuts = draft.cutAfter !== undefined;
    const asked = open({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers,
      ...(cuts ? { agent: false } : { agent }),
    });
    asked.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      const requestId = String(response.headers['x-request-id'] ?? '');
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        timer.refresh();
        if (text.length < MAX_ANSWER_LENGTH) text += chunk;
        if (!response.headers['content-type']?.startsWith('text/event-stream')) return;
        done({ status, text, hung: false, requestId });
        asked.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => done({ status, text, hung: false, requestId }));
    });
    asked.on('error', () => done({ status: 0, text: '', hung: false, requestId: '' }));
    if (cuts) {
      asked.write((body ?? Buffer.alloc(0)).subarray(0, draft.cutAfter), () => setTimeout(() => asked.destroy(), 5));
      return;
    }
    asked.end(body ?? undefined);
  });
}
