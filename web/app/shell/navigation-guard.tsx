import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { pageOf } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { questionBeforeLeaving } from '../ui/leaving.ts';
import { toast } from '../ui/overlay/toast.tsx';

/**
 * A form with unsaved text asks before its page is left. Without a connection a page opens only when its code is here: the
 * router would otherwise load the present page anew, and with it lose what was typed.
 */
export function NavigationGuard() {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (from.pathname === to.pathname && from.hash === to.hash) return false;
    return questionBeforeLeaving() !== null || (!navigator.onLine && from.pathname !== to.pathname);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    mayGo(blocker.location.pathname).then(
      (go) => (go ? blocker.proceed() : blocker.reset()),
      () => blocker.reset(),
    );
  }, [blocker]);
  return null;
}

async function mayGo(pathname: string): Promise<boolean> {
  if (!navigator.onLine && !(await isHere(pathname))) {
    toast.info(copy.offline.stays);
    return false;
  }
  return (await questionBeforeLeaving()?.()) ?? true;
}

/** The build's list of what each route consists of. */
interface Manifest {
  routes: Record<string, { module: string; imports?: string[]; parentId?: string } | undefined>;
}

/** Whether the page's files are in the browser's cache or the service worker's. */
async function isHere(pathname: string): Promise<boolean> {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest;
  const files: string[] = [];
  for (let id = pageOf(pathname) as string | undefined; id; id = routes[id]?.parentId)
    files.push(...[routes[id]?.module, ...(routes[id]?.imports ?? [])].filter((file) => file !== undefined));
  try {
    await Promise.all(files.map((file) => fetch(file)));
    return true;
  } catch {
    return false;
  }
}
