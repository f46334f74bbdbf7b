import { clientWith } from '../api.ts';

/** A TV is not a person: it carries its own token, in its own place. */
const KEY = 'vidik.tv';

export const tvToken = {
  get: (): string | null => window.localStorage.getItem(KEY),
  set: (token: string) => window.localStorage.setItem(KEY, token),
  clear: () => window.localStorage.removeItem(KEY),
};

export const tvClient = clientWith(async () => tvToken.get()).devices.tv;
