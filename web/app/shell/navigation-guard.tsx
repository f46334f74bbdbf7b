import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { pageOf } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { clearLeaveQuestions, questionBeforeLeaving } from '../ui/leaving.ts';
import { toast } from '../ui/overlay/toast.tsx';

/**
 * A form with unsaved text asks before its page is left. A page opens only when its code has arrived: the router would
 * otherwise load the present page anew, and with it lose what was typed.
 */
export function NavigationGuard() {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    if (from.pathname === to.pathname && from.hash === to.hash) return false;
    if (questionBeforeLeaving() !== null) return true;
    if (from.pathname === to.pathname) return false;
    return !navigator.onLine || (historyAction === 'PUSH' && missing(to.pathname).length > 0);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // Another link may be pressed while the code of the first is under way.
    let meant = true;
    mayGo(blocker.location.pathname)
      .catch(() => false)
      .then((go) => {
        if (!meant) return;
        if (go) return blocker.proceed();
        blocker.reset();
        if (go === null) visit(blocker.location);
      });
    return () => {
      meant = false;
    };
  }, [blocker]);
  return null;
}

/** `null`: the server has a newer site than this page is of, so that the other page opens with a visit alone. */
async function mayGo(pathname: string): Promise<boolean | null> {
  // A section of this page is here already.
  const answers = pathname === window.location.pathname ? [] : await fetched(pathname);
  const isRenewed = answers.includes(404);
  if (!isRenewed && answers.some((status) => status !== 200)) {
    toast.info(navigator.onLine ? copy.offline.notLoaded : copy.offline.stays);
    return false;
  }
  const leaves = (await questionBeforeLeaving()?.()) ?? true;
  return leaves && isRenewed ? null : leaves;
}

/** What was typed has been asked about. */
function visit({ pathname, search, hash }: Location) {
  clearLeaveQuestions();
  window.location.assign(pathname + search + hash);
}

interface Route {
  module: string;
  imports?: string[];
  parentId?: string;
  hasLoader?: boolean;
}

/** The build's list of what each route consists of, and what of it has run. */
interface RouterWindow {
  __reactRouterManifest: { routes: Record<string, Route | undefined> };
  __reactRouterRouteModules: Record<string, unknown>;
}

/** The files of a page that have not run yet, and what its loader gave when the site was built. */
function missing(pathname: string): string[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as unknown as RouterWindow;
  const files: string[] = [];
  for (let id = pageOf(pathname) as string | undefined; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) break;
    if (!(id in modules)) files.push(route.module, ...(route.imports ?? []));
    if (route.hasLoader) files.push(`${pathname}.data`);
  }
  return files;
}

/** The status of each file that the page needs, from the browser's cache, the service worker's or now; 0 when none came. */
const fetched = (pathname: string): Promise<number[]> =>
  Promise.all(
    missing(pathname).map((file) =>
      fetch(file).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
