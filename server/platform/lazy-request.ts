import type { StandardBody, StandardHeaders, StandardLazyRequest } from '@orpc/standard-server';
import { toStandardBody, toStandardHeaders } from '@orpc/standard-server-fetch';

/**
 * A request as oRPC reads it. oRPC's own (`toStandardLazyRequest`) is an object literal with accessors: V8 makes a hidden
 * class for each such object, in old memory, which keeps the whole request alive until the next full tidying up. Accessors
 * of a class are shared.
 */
export class LazyRequest implements StandardLazyRequest {
  readonly url: URL;
  readonly method: string;
  readonly #request: Request;
  #headers: StandardHeaders | undefined;
  #body: Promise<StandardBody> | undefined;

  constructor(request: Request) {
    this.#request = request;
    this.url = new URL(request.url);
    this.method = request.method;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get headers(): StandardHeaders {
    this.#headers ??= toStandardHeaders(this.#request.headers);
    return this.#headers;
  }

  /** Read once, however often it is asked for. */
  body(): Promise<StandardBody> {
    this.#body ??= toStandardBody(this.#request, { signal: this.signal });
    return this.#body;
  }
}
