import { hash } from 'node:crypto';
import { expand } from './expand.ts';
import { Fault } from './fault.ts';
import { type Drawn, draw } from './objects.ts';
import { decodeForm, type Params, readParams } from './params.ts';
import type { KeyRecord } from './records.ts';
import { type Result, routes } from './routes.ts';
import type { World } from './world.ts';

/** One API request, and the answer as status and JSON. */
export interface ApiRequest {
  method: string;
  path: string;
  /** The form-encoded body of a POST, the query of anything else. */
  form: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
}
export interface ApiAnswer {
  status: number;
  body: unknown;
  replayed?: boolean;
}

/** Answers as api.stripe.com would; whatever goes wrong carries an `error` key, because the SDK looks at nothing else. */
export function answer(world: World, request: ApiRequest): ApiAnswer {
  try {
    return perform(world, request);
  } catch (error) {
    if (error instanceof Fault) return { status: error.status, body: error.body() };
    throw error;
  }
}

function perform(world: World, { method, path, form, authorization, idempotencyKey }: ApiRequest): ApiAnswer {
  if (authorization !== `Bearer ${world.settings().secretKey}`) {
    throw new Fault(401, 'invalid_request_error', 'Invalid API Key provided.');
  }
  if (world.knobs.failNextRequests > 0) {
    world.knobs.failNextRequests -= 1;
    throw new Fault(500, 'api_error', 'The sandbox was asked to fail.');
  }
  for (const { method: wanted, pattern, params: schema, handler } of routes) {
    const match = wanted === method && pattern.exec(path);
    if (!match) continue;
    const params = schema ? readParams(schema, decodeForm(form)) : {};
    const known = idempotencyKey !== undefined && method === 'POST';
    const fingerprint = known ? hash('sha1', `${path}\n${form}`, 'base64') : '';
    const earlier = known ? world.store.get('keys', idempotencyKey) : undefined;
    if (earlier) return replay(world, earlier, fingerprint, params);
    const remember = (first: KeyRecord['answer']) => {
      if (known) world.store.put('keys', { id: idempotencyKey, created: world.now(), fingerprint, answer: first });
    };
    try {
      const result = handler(world, params, decodeURIComponent(match[1] ?? ''));
      if ('kind' in result) remember(result);
      return { status: 200, body: finish(world, result, params) };
    } catch (error) {
      if (error instanceof Fault) remember({ status: error.status, body: error.body() });
      throw error;
    }
  }
  throw new Fault(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function replay(world: World, earlier: KeyRecord, fingerprint: string, params: Params): ApiAnswer {
  if (earlier.fingerprint !== fingerprint) {
    throw new Fault(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  }
  if ('status' in earlier.answer) return { ...earlier.answer, replayed: true };
  return { status: 200, body: finish(world, earlier.answer, params), replayed: true };
}

function finish(world: World, result: Result, params: Params): Drawn {
  const drawn = 'kind' in result ? draw(world, result.kind, result.record) : result.drawn;
  for (const path of (params.expand as string[] | undefined) ?? []) expand(world, drawn, path.split('.'), path);
  return drawn;
}
