import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { type AnyProcedure, type AnyRouter, Procedure } from '@orpc/server';
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard';
import type { StandardBody, StandardLazyRequest } from '@orpc/standard-server';
import { type BodyLimits, bodyLimitsOf } from '#domain/bodies.ts';
import { refuse } from '#domain/refuse.ts';
import type { Context } from '../../context.ts';
import { isStorable } from '../../platform/storable.ts';

/**
 * The OpenAPI handler of oRPC, except that oRPC reads a body before it calls the procedure. Here the procedure is called
 * with its input still to be read, and its input check reads it: after the access levels, which are middleware and come before
 * that check, and within the procedure's own limits.
 */
export function openHandler(router: AnyRouter, options: StandardHandlerOptions<Context>): StandardHandler<Context> {
  const serializer = new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  );
  return new StandardHandler(router, new LateMatcher(), new LateCodec(serializer), options);
}

/** A request whose body is read within limits only. */
export interface LazyBodyRequest extends StandardLazyRequest {
  read: (limits: BodyLimits) => Promise<unknown>;
}

class LateInput {
  readonly read: (limits: BodyLimits) => Promise<unknown>;

  constructor(read: LateInput['read']) {
    this.read = read;
  }
}

type Decode = Parameters<StandardOpenAPICodec['decode']>;

class LateCodec extends StandardOpenAPICodec {
  override async decode(request: Decode[0], params: Decode[1], procedure: Decode[2]): Promise<LateInput> {
    const { read } = request as LazyBodyRequest;
    return new LateInput((limits) => {
      request.body = () => read(limits) as Promise<StandardBody>;
      return super.decode(request, params, procedure);
    });
  }
}

class LateMatcher extends StandardOpenAPIMatcher {
  readonly #late = new WeakMap<AnyProcedure, AnyProcedure>();

  override async match(method: Parameters<StandardOpenAPIMatcher['match']>[0], pathname: `/${string}`) {
    const found = await super.match(method, pathname);
    if (!found) return found;
    const late = this.#late.get(found.procedure) ?? readingLate(found.procedure, found.path.join('.'));
    this.#late.set(found.procedure, late);
    return { ...found, procedure: late };
  }
}

/** The same procedure, whose input check first reads the input. One without an input never reads a body. */
function readingLate(procedure: AnyProcedure, name: string): AnyProcedure {
  const { inputSchema } = procedure['~orpc'];
  if (!inputSchema) return procedure;
  const { validate } = inputSchema['~standard'];
  const limits = bodyLimitsOf(name);
  return new Procedure({
    ...procedure['~orpc'],
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'vidik',
        async validate(late: unknown) {
          const input = await (late as LateInput).read(limits);
          if (!isStorable(input)) throw refuse('BAD_REQUEST');
          return validate(input);
        },
      },
    },
  });
}
