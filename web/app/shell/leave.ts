import { copy } from '#domain/shell/copy.ts';
import { signOut } from '../session.ts';
import { toast } from '../ui/toast.tsx';

const NEWS = 'vidik.news';

/** Signs out here and on the server, then loads the home page anew, where the good news is told. */
export async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    console.warn(error);
    toast.error(copy.signOutFailed);
    return;
  }
  window.sessionStorage.setItem(NEWS, copy.signedOut);
  window.location.assign('/');
}

/** Tells what the page before could not tell any more. */
export function tellNews() {
  const news = window.sessionStorage.getItem(NEWS);
  if (!news) return;
  window.sessionStorage.removeItem(NEWS);
  toast.success(news);
}
