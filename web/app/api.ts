import contract from 'virtual:api-contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '#domain/contract.ts';
import { common } from '#domain/copy.ts';
import { accessToken, currentSession, subscribe } from './session.ts';

/**
 * The server, typed by the contract: `useQuery(api.orders.mine.queryOptions())`, `client.orders.mine()`. Pages open to
 * visitors must not import this file: it is half of the JavaScript that a reader of /usb-packages can do without.
 */
export const client = clientWith(accessToken);

/** The same server, for whoever the token belongs to. */
export function clientWith(token: () => Promise<string | null>): JsonifiedClient<ContractRouterClient<Contract>> {
  return createORPCClient(
    new OpenAPILink(contract, {
      url: () => new URL('/api', window.location.origin).href,
      headers: async (): Promise<Record<string, string>> => {
        const bearer = await token();
        return bearer ? { authorization: `Bearer ${bearer}` } : {};
      },
    }),
  );
}

export const api = createTanstackQueryUtils(client);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !(error instanceof ORPCError && error.status < 500) && failures < 2,
    },
  },
});

/**
 * What one person's screens fetched is never shown to the next person of the same browser. Learning who is here clears
 * nothing: questions asked meanwhile wait for the token, and clearing would leave their screens without an answer.
 */
let person = personOf();
subscribe(() => {
  const before = person;
  person = personOf();
  if (before !== 'unknown' && before !== person) queryClient.clear();
});

function personOf(): string | null {
  const session = currentSession();
  if (session.status === 'unknown') return 'unknown';
  return session.status === 'signedIn' ? session.userId : null;
}

/** What to tell a person about any error: the server's own Serbian sentence, or one apology. */
export function sayError(error: unknown): string {
  if (error instanceof ORPCError && error.message) return error.message;
  return error instanceof TypeError ? common.offline : common.serverError;
}

export const errorCode = (error: unknown): string | null => (error instanceof ORPCError ? error.code : null);
