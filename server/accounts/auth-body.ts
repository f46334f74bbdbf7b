import { refuse } from './auth-refusal.ts';

/** The request's JSON object. An empty body is an empty object: the client sends none where it has nothing to say. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text().catch(() => {
    throw refuse('bad_json', { message: 'The request ended in the middle of its body' });
  });
  if (text.trim() === '') return {};
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) throw refuse('unsupported_media_type');
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('bad_json');
  if (!isStorable(body)) throw refuse('bad_json', { message: 'Request body contains text that cannot be stored' });
  return body as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('bad_json');
  }
}

const DEEPEST = 16;

/**
 * PostgreSQL's text holds neither a zero character nor half a surrogate pair, both of which JSON can write; and nobody
 * honest nests sixteen deep.
 */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1));
}
