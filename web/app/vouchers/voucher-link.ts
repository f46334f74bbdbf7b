import { pages } from '#domain/pages.ts';

/** The code is in the fragment, which browsers do not send: it is in no server's log. */
const NAME = 'vaucer=';

/** The page that redeems this code, with the code already typed. */
export const voucherPath = (code: string): string => `${pages.marketingPackages.path}#${NAME}${code}`;

/** The code in an address, `null` when there is none. */
export function codeIn(hash: string): string | null {
  const found = hash.startsWith(`#${NAME}`) ? hash.slice(NAME.length + 1) : '';
  return /^\d{1,18}$/.test(found) ? found : null;
}
