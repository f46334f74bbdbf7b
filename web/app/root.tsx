import { type ReactNode, useEffect } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  type MetaFunction,
  Navigate,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
} from 'react-router';
import { lowerCasePath } from '#domain/pages.ts';
import { STORAGE_KEY, startSession } from './session.ts';
import { earlyClickScript, replayClick } from './shell/early-click.ts';
import { FailurePage } from './shell/errors/failure-page.tsx';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { NavigationGuard } from './shell/navigation-guard.tsx';
import { pageMeta } from './shell/seo/page-meta.ts';
import { registerServiceWorker } from './shell/service-worker.ts';
import { forgetOldTickets } from './stored.ts';
import { Toaster } from './ui/overlay/toast.tsx';
import textFont from './ui/styles/fonts/onest-latin.woff2?url';
import displayFont from './ui/styles/fonts/science-gothic-latin.woff2?url';
import './ui/styles/styles.css';

const font = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: LinksFunction = () => [
  font(displayFont),
  font(textFont),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** For the shell that all app pages share, which is no page; the layouts name the pages (`metaByAddress`). */
export const meta: MetaFunction = () => pageMeta(null);

/**
 * Runs before anything is drawn: a browser with a stored session must not show the visitor's menu while the page
 * hydrates (shell/header.module.css).
 */
const remember = `try{if(localStorage.getItem('${STORAGE_KEY}'))document.documentElement.dataset.session='kept'}catch{}`;
const head = `${remember};${earlyClickScript}`;

/** Declared before any style sheet, because these arrive in any order. */
const layers = '@layer reset, tokens, base, ui, page;';
/** Without JavaScript nobody can open a tab. */
const allTabs = '[role="tabpanel"][hidden] { display: block }';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="sr-Latn" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f4eee2" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; scripts/first-paint.ts adds to it */}
        <style dangerouslySetInnerHTML={{ __html: layers }} />
        <noscript>
          <style>{allTabs}</style>
        </noscript>
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; the server allows it by its hash */}
        <script dangerouslySetInnerHTML={{ __html: head }} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** What an app page shows until its code has arrived. */
export function HydrateFallback() {
  return <LoadingScreen />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <FailurePage error={error} />;
}

export default function Root() {
  useEffect(startSession, []);
  useEffect(forgetOldTickets, []);
  useEffect(registerServiceWorker, []);
  useEffect(replayClick, []);
  const { pathname, search, hash } = useLocation();
  // Routes ignore letter case and the server does not: a link within the site is corrected as a whole visit would be.
  const meant = lowerCasePath(pathname);
  return (
    <>
      {meant ? <Navigate to={meant + search + hash} replace /> : <Outlet />}
      <NavigationGuard />
      <Toaster />
    </>
  );
}
