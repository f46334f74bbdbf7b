import { signOut } from '../session.ts';
import { toast } from '../ui/toast.tsx';

/** Outlives the full load of the home page that ends a session. */
const FAREWELL = 'vidik.farewell';

/** The sign-out of every button: told to the server, then a full load of the home page, which says goodbye. */
export const leave = () => goHome('signedOut');

/** The same for an account that its owner has just closed. */
export const leaveClosed = () => goHome('closed');

async function goHome(farewell: 'signedOut' | 'closed'): Promise<void> {
  try {
    await signOut({ going: true });
  } catch (error) {
    console.error(error);
    toast.error((await words()).error);
    return;
  }
  window.sessionStorage.setItem(FAREWELL, farewell);
  window.location.assign('/');
}

/** Called once when a page comes alive; says goodbye if the page before it ended a session. */
export async function sayFarewell(): Promise<void> {
  const farewell = window.sessionStorage.getItem(FAREWELL);
  if (farewell === null) return;
  window.sessionStorage.removeItem(FAREWELL);
  const { success, closed } = await words();
  toast.success(farewell === 'closed' ? closed : success);
}

/** Fetched when somebody leaves: every page holds this file, few say goodbye. */
const words = async () => (await import('#domain/accounts/copy.ts')).signOut;
