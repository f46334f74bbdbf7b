import { clientWith } from '../api-client.ts';

/** A TV has a token of its own, apart from a person's session. */
const KEY = 'vidik.tv';

/** What the browser did not store, because it is full or may not: good until the page ends, so that the TV plays until then. */
let unstored: string | null = null;

function stored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const tvToken = {
  get: (): string | null => unstored ?? stored(),
  set: (token: string) => {
    try {
      window.localStorage.setItem(KEY, token);
      unstored = null;
    } catch {
      unstored = token;
    }
  },
  /** Only if it is still the refused token: another tab of this TV may have renewed it meanwhile. */
  forget: (token: string) => {
    if (unstored === token) unstored = null;
    if (stored() === token) window.localStorage.removeItem(KEY);
  },
};

/** The server, for a TV with its token, or with the secret of the number it shows. */
export const tvClient = (secret: string | null) => clientWith(async () => secret).devices.tv;
