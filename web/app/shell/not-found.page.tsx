import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { copy } from '#domain/shell/copy.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NoSignal } from './no-signal.tsx';

export const meta = () => [
  { title: copy.notFound.pageTitle },
  { name: 'description', content: copy.notFound.text },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`404: ${pathname}`);
  }, [pathname]);
  return (
    <NoSignal>
      <p className="osd">
        {copy.notFound.code} · {copy.notFound.noSignal}
      </p>
      <h1 className="d h1">{copy.notFound.title}</h1>
      <p className="lede">{copy.notFound.text}</p>
      <ButtonLink to="/" arrow>
        {copy.notFound.link}
      </ButtonLink>
    </NoSignal>
  );
}
