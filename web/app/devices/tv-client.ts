import { clientWith } from '../api-client.ts';

/** A TV has a token of its own, apart from a person's session. */
const KEY = 'vidik.tv';

export const tvToken = {
  get: (): string | null => window.localStorage.getItem(KEY),
  set: (token: string) => window.localStorage.setItem(KEY, token),
  /** Only if it is still the refused token: another tab of this TV may have renewed it meanwhile. */
  forget: (token: string) => {
    if (tvToken.get() === token) window.localStorage.removeItem(KEY);
  },
};

/** The server, for a TV with its token, or with the secret of the number it shows. */
export const tvClient = (secret: string | null) => clientWith(async () => secret).devices.tv;
