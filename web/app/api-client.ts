import contract from 'virtual:api-contract';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { Contract } from '#domain/contract.ts';
import { fetchWithTimeout } from './fetch-with-timeout.ts';

/** How one call is sent, where it is not as all others. */
interface CallContext {
  ask?: (request: Request) => Promise<Response>;
}

export type Client = JsonifiedClient<ContractRouterClient<Contract, CallContext>>;

/** The server's client, typed by the contract, for the owner of the token. */
export function clientWith(token: () => Promise<string | null>): Client {
  return createORPCClient(
    new OpenAPILink<CallContext>(contract, {
      url: () => new URL('/api', window.location.origin).href,
      headers: async (): Promise<Record<string, string>> => {
        const bearer = await token();
        return bearer ? { authorization: `Bearer ${bearer}` } : {};
      },
      fetch: (request, init, { context }) => (context.ask ?? fetchWithTimeout)(request, init),
    }),
  );
}
