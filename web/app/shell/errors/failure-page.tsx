import { useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { common } from '#domain/copy.ts';
import { copy } from '#domain/shell/copy.ts';
import { reportProblem } from '../../report-problem.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

/**
 * An unexpected error: one apology, and its number in the server's log. An error of the browser alone
 * is reported to the server first, so that its log has that number too.
 */
export function FailurePage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const [reference, setReference] = useState(() => referenceOf(error));

  useEffect(() => {
    console.error(error);
    if (!missing && !referenceOf(error)) reportProblem(error).then(setReference, console.error);
  }, [error, missing]);

  return (
    <main id="main">
      <ErrorPage sign={missing ? copy.notFound.code : undefined}>
        <h1 className="d h2">{missing ? copy.notFound.title : copy.failure.title}</h1>
        <p>{missing ? copy.notFound.text : common.serverError}</p>
        <p className="s" aria-live="polite">
          {reference && copy.failure.reference(reference)}
        </p>
        <div className="row">
          <Button onClick={() => window.location.reload()}>{copy.failure.reload}</Button>
          <ButtonLink href="/" variant="secondary">
            {copy.notFound.link}
          </ButtonLink>
        </div>
      </ErrorPage>
    </main>
  );
}

const referenceOf = (error: unknown): string | null =>
  (error as { data?: { reference?: string } } | null)?.data?.reference ?? null;
