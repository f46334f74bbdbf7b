import { Fragment } from 'react';
import { Link } from 'react-router';
import { common } from '#domain/copy.ts';

/**
 * A sentence whose bracketed parts are links, in the order of `to`: `Prihvatam [Uslove].` They open in a new tab, so
 * that reading the small print does not lose a half-filled form.
 */
export function LinkedText({ text, to }: { text: string; to: readonly string[] }) {
  let link = 0;
  return text.split(/(\[[^\]]+\])/).map((part, index) =>
    part.startsWith('[') ? (
      <Link key={`${index}${part}`} to={to[link++] ?? '/'} target="_blank">
        {part.slice(1, -1)}
        <span className="visually-hidden"> ({common.opensNewTab})</span>
      </Link>
    ) : (
      <Fragment key={`${index}${part}`}>{part}</Fragment>
    ),
  );
}
