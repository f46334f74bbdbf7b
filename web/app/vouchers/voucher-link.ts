import { pages } from '#domain/pages.ts';

/** Stands behind `#`, which browsers keep to themselves: no server's log learns the code. */
const NAME = 'vaucer=';

/** The page that redeems this code, with the code already typed. */
export const voucherPath = (code: string): string => `${pages.marketingPackages.path}#${NAME}${code}`;

/** The code that an address brings, `null` when it brings none. */
export function codeIn(hash: string): string | null {
  const found = hash.startsWith(`#${NAME}`) ? hash.slice(NAME.length + 1) : '';
  return /^\d{1,18}$/.test(found) ? found : null;
}
