import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../read-body.ts';
import type { Log } from '../log.ts';
import { SUBSET_VERSION } from '../schema.ts';
import type { ApiAnswer, ApiRequest } from './api.ts';

type Answered = ApiAnswer & { requestId: string };

/** Answers a request of the API when `written` says that what it did is on disk. */
export async function serveApi(
  incoming: IncomingMessage,
  response: ServerResponse,
  { perform, written, maxBody, log }: ApiServing,
): Promise<void> {
  const answered = await readBody(incoming, maxBody)
    .then(async (body) => {
      const result = perform(requestOf(incoming, body));
      await written();
      return result;
    })
    .catch((error): Answered => {
      log.error({ error }, 'sandbox');
      return { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } }, requestId: '' };
    });
  response.writeHead(answered.status, {
    'content-type': 'application/json',
    'request-id': answered.requestId,
    'stripe-version': SUBSET_VERSION,
    ...(answered.replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(answered.body));
}

interface ApiServing {
  perform(request: ApiRequest): Answered;
  written(): Promise<void>;
  maxBody: number;
  log: Log;
}

function requestOf({ method, url, headers }: IncomingMessage, body: string): ApiRequest {
  const [path = '', query = ''] = url!.split('?', 2);
  return {
    method: method!,
    path,
    form: method === 'POST' ? body : query,
    authorization: headers.authorization,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}
