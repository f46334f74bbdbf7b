import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { copy } from '#domain/shell/copy.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();
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
