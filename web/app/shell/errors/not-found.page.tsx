import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { lowerCasePath } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

/** An address in other letters, from a link within the site, leads to its page, as the server does with whole visits. */
export default function NotFoundPage() {
  const { pathname, search, hash } = useLocation();
  const meant = lowerCasePath(pathname);
  return meant ? <Navigate to={meant + search + hash} replace /> : <NotFound pathname={pathname} />;
}

function NotFound({ pathname }: { pathname: string }) {
  useEffect(() => {
    console.warn(`404: ${pathname}`);
  }, [pathname]);
  return (
    <ErrorPage sign={copy.notFound.code}>
      <h1 className="d h3">{copy.notFound.title}</h1>
      <p>{copy.notFound.text}</p>
      <ButtonLink to="/">{copy.notFound.link}</ButtonLink>
    </ErrorPage>
  );
}
