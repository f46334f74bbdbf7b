import { BodyRefused, readText } from '../http/bodies/read-body.ts';
import { isStorable } from '../platform/storable.ts';
import { authRefusal } from './refusal.ts';

/** Bytes. The largest legitimate request is a registration. */
const MAX_BODY = 64 * 1024;

/** The request's JSON object. An empty body is an empty object: the client sends none where it has nothing to say. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request, { bytes: MAX_BODY }).catch((error) => {
    if (error instanceof BodyRefused && error.why === 'too large') throw authRefusal('request_entity_too_large');
    throw authRefusal('bad_json', { message: 'The request ended in the middle of its body' });
  });
  if (text.trim() === '') return {};
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(;|$)/i.test(type)) throw authRefusal('unsupported_media_type');
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw authRefusal('bad_json');
  if (!isStorable(body)) throw authRefusal('bad_json', { message: 'Request body contains text that cannot be stored' });
  return body as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw authRefusal('bad_json');
  }
}
