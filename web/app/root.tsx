import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { startSession } from './session.ts';
import { FailurePage } from './shell/failure-page.tsx';
import { Toaster } from './ui/toast.tsx';
import './ui/styles.css';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="sr-Latn">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <FailurePage error={error} />;
}

export default function Root() {
  useEffect(startSession, []);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
