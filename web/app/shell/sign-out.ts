import { copy } from '#domain/shell/copy.ts';
import { signOut } from '../session.ts';
import { clearLeaveQuestions, questionBeforeLeaving } from '../ui/leaving.ts';
import { toast } from '../ui/overlay/toast.tsx';

/** Session storage, because a sign-out ends with a full load of the home page. */
const REASON_KEY = 'vidik.farewell';

/**
 * The sign-out of every button: on the server, then a full load of the home page, which confirms it with a message. What is not saved is
 * asked about before: whoever stayed afterwards would be on a page that shows them as signed in.
 */
export async function signOutToHome(): Promise<void> {
  if (!((await questionBeforeLeaving()?.()) ?? true)) return;
  clearLeaveQuestions();
  await signOutBecause('signedOut');
}

/** The same after a change was undone: every session has ended, and a link for a new password is in the mailbox. */
export const signOutAfterUndo = () => signOutBecause('undone');

async function signOutBecause(reason: 'signedOut' | 'undone'): Promise<void> {
  try {
    await signOut({ going: true });
  } catch (error) {
    console.error(error);
    toast.error(copy.signOut.error);
    return;
  }
  window.sessionStorage.setItem(REASON_KEY, reason);
  window.location.assign('/');
}

/** Called once after hydration; shows the message if the page before ended a session. */
export function showSignOutToast(): void {
  const reason = window.sessionStorage.getItem(REASON_KEY);
  if (reason === null) return;
  window.sessionStorage.removeItem(REASON_KEY);
  const { success, undone } = copy.signOut;
  toast.success(reason === 'undone' ? undone : success);
}
