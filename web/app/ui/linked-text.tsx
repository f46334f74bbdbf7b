import { Fragment } from 'react';
import { Link } from 'react-router';
import { common } from '#domain/copy.ts';

/**
 * A sentence whose bracketed parts are links, in the order of `to`: `Prihvatam [Uslove].` They open in a new tab, so
 * that reading them does not lose a half-filled form.
 */
export function LinkedText({ text, to }: { text: string; to: readonly string[] }) {
  const links = to.values();
  return text.split(/(\[[^[\]]+\])/).map((part) =>
    part.startsWith('[') ? (
      <Link key={part} to={links.next().value ?? '/'} target="_blank">
        {part.slice(1, -1)}
        <span className="vh"> ({common.opensNewTab})</span>
      </Link>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}
