import { hash } from 'node:crypto';
import { type Serialized, serialize } from '../objects.ts';
import type { KeyRecord } from '../records.ts';
import type { SandboxState } from '../state.ts';
import { expand } from './expand.ts';
import { decodeForm, type Params, readParams } from './params.ts';
import { type Result, routes } from './routes.ts';
import { StripeApiError } from './stripe-api-error.ts';

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
export function answer(state: SandboxState, request: ApiRequest): ApiAnswer {
  try {
    return perform(state, request);
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, body: error.body() };
    throw error;
  }
}

function perform(state: SandboxState, { method, path, form, authorization, idempotencyKey }: ApiRequest): ApiAnswer {
  if (authorization !== `Bearer ${state.settings().secretKey}`) {
    throw new StripeApiError(401, 'invalid_request_error', 'Invalid API Key provided.');
  }
  if (state.faults.failNextRequests > 0) {
    state.faults.failNextRequests -= 1;
    throw new StripeApiError(500, 'api_error', 'The sandbox was asked to fail.');
  }
  if (state.faults.forbid.some((forbidden) => `${method} ${path}`.startsWith(forbidden))) {
    throw new StripeApiError(
      403,
      'invalid_request_error',
      'The provided key does not have the required permissions for this endpoint on this account.',
    );
  }
  for (const { method: wanted, pattern, params: schema, handler } of routes) {
    const match = wanted === method && pattern.exec(path);
    if (!match) continue;
    const params = schema ? readParams(schema, decodeForm(form)) : {};
    const known = idempotencyKey !== undefined && method === 'POST';
    const fingerprint = known ? hash('sha1', `${path}\n${form}`, 'base64') : '';
    const earlier = known ? state.store.get('keys', idempotencyKey) : undefined;
    if (earlier) return replay(state, earlier, fingerprint, params);
    const remember = (first: KeyRecord['answer']) => {
      if (known) state.store.put('keys', { id: idempotencyKey, created: state.now(), fingerprint, answer: first });
    };
    try {
      const result = handler(state, params, decodeURIComponent(match[1] ?? ''));
      if ('kind' in result) remember(result);
      return { status: 200, body: finish(state, result, params) };
    } catch (error) {
      if (error instanceof StripeApiError) remember({ status: error.status, body: error.body() });
      throw error;
    }
  }
  throw new StripeApiError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function replay(state: SandboxState, earlier: KeyRecord, fingerprint: string, params: Params): ApiAnswer {
  if (earlier.fingerprint !== fingerprint) {
    throw new StripeApiError(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  }
  if ('status' in earlier.answer) return { ...earlier.answer, replayed: true };
  return { status: 200, body: finish(state, earlier.answer, params), replayed: true };
}

function finish(state: SandboxState, result: Result, params: Params): Serialized {
  const serialized = 'kind' in result ? serialize(state, result.kind, result.record) : result.serialized;
  for (const path of (params.expand as string[] | undefined) ?? []) expand(state, serialized, path.split('.'), path);
  return serialized;
}
