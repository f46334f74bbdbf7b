import { ORPCError } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { clientWith } from './api-client.ts';
import { accessToken, currentSession, subscribe } from './session.ts';
import { FRESH_MS } from './stream.ts';

/**
 * The server, typed by the contract: `useQuery(api.orders.mine.queryOptions())`, `client.orders.mine()`. Pages open to
 * visitors must not import this file: it doubles the JavaScript of /usb-packages.
 */
export const client = clientWith(accessToken);

export const api = createTanstackQueryUtils(client);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => !isFinal(error) && failures < 2,
    },
  },
});

/** Asked again it would say the same, or let somebody wait as long again. */
const isFinal = (error: Error): boolean =>
  error.name === 'TimeoutError' || (error instanceof ORPCError && error.status < 500);

/**
 * The cache of one person is never shown to the next person of the same browser. The first resolution of a session clears
 * nothing: queries started meanwhile wait for the token, and clearing would leave their screens without data.
 */
let currentPerson = personInSession();
subscribe(() => {
  const before = currentPerson;
  currentPerson = personInSession();
  if (before !== 'unknown' && before !== currentPerson) queryClient.clear();
});

function personInSession(): string | null {
  const session = currentSession();
  if (session.status === 'unknown') return 'unknown';
  return session.status === 'signedIn' ? session.userId : null;
}

export { errorCode, errorMessage } from './error-message.ts';
