import { pages } from '#domain/pages.ts';
import { STORAGE_KEY } from '../session.ts';
import { forgetTyped } from '../stored.ts';

/** What the page after closing says; kept for that one page load, because leaving an account loads the site anew. */
export interface ClosedAccount {
  email: string;
  /** What was under way, as the dialog said it. */
  underWay: string[];
}
const KEY = 'vidik.closed';

export function storeClosedAccount(closed: ClosedAccount): void {
  window.sessionStorage.setItem(KEY, JSON.stringify(closed));
}

export function readClosedAccount(): ClosedAccount | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as ClosedAccount | null;
  } catch {
    return null;
  }
}

export const forgetClosedAccount = (): void => window.sessionStorage.removeItem(KEY);

/** The server has ended the session, so it is asked for nothing more with it: this browser forgets it and loads the page that says so. */
export function leaveClosedAccount(): Promise<never> {
  window.localStorage.removeItem(STORAGE_KEY);
  forgetTyped();
  window.location.assign(pages.accountClosed.path);
  // What was pressed stays busy until the page has gone.
  return new Promise(() => {});
}
