import { useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/shell/copy.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { NoSignal } from './no-signal.tsx';

/** Anything nobody expected: one apology, and the number under which the server's log knows it. */
export function FailurePage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  const reference = (error as { data?: { reference?: string } } | null)?.data?.reference;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main">
      <NoSignal>
        <h1 className="d h2">{missing ? copy.notFound.title : copy.failure.title}</h1>
        <p className="lede">{missing ? copy.notFound.text : common.serverError}</p>
        {reference && <p className="s">{copy.failure.reference(reference)}</p>}
        <div className="row">
          <Button onClick={() => window.location.reload()}>{copy.failure.reload}</Button>
          <ButtonLink href="/" variant="secondary">
            {copy.notFound.link}
          </ButtonLink>
        </div>
      </NoSignal>
    </main>
  );
}
