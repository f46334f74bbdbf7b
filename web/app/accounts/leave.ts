import { signOut as words } from '#domain/accounts/copy.ts';
import { signOut } from '../session.ts';
import { toast } from '../ui/toast.tsx';

/** Outlives the full load of the home page that ends a session. */
const FAREWELL = 'vidik.farewell';

/** The sign-out of every button: told to the server, then a full load of the home page, which says goodbye. */
export async function leave(): Promise<void> {
  try {
    await signOut({ going: true });
  } catch (error) {
    console.error(error);
    toast.error(words.error);
    return;
  }
  window.sessionStorage.setItem(FAREWELL, '1');
  window.location.assign('/');
}

/** Called once when a page comes alive; says goodbye if the page before it ended a session. */
export function sayFarewell() {
  if (window.sessionStorage.getItem(FAREWELL) === null) return;
  window.sessionStorage.removeItem(FAREWELL);
  toast.success(words.success);
}
