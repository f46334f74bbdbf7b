import { isPlainName } from '../plain-text.ts';

/**
 * A username is mailed to the typed address, which need not be the typing person's: it is a plain name, or the person's own
 * address. So nobody sits on somebody else's address either.
 */
export const isUsernameAllowed = (username: string, email: string): boolean =>
  username.toLowerCase() === email.toLowerCase() || isPlainName(username);
