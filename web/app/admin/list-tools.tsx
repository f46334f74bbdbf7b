import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import type { Connection } from '../live.ts';
import styles from './admin.module.css';

const PAUSE = 250;

export const useListSearch = () => useTyped('q');

/** What is typed into a list's search, and the same in the address once the typing rests. */
export function useTyped(name: string): [string, (text: string) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(name) ?? '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(
      () => setSearch((current) => withQuery(current, name, typed.trim()), { replace: true, preventScrollReset: true }),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [typed, asked, name, setSearch]);
  return [typed, setTyped];
}

/** The same address with one part of the query changed; an empty value leaves. */
export function withQuery(current: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(current);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** Above a list: search, filters, how many, and whether it is live. */
export function ListTools({
  label,
  value,
  onChange,
  connection,
  count,
  children,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  connection: Connection;
  count?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.tools}>
      <input
        type="search"
        className={styles.search}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={100}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      <p className={styles.state} role="status">
        {count && <span>{count}</span>}
        <span data-connection={connection}>{connection === 'lost' ? admin.lost : admin.live}</span>
      </p>
    </div>
  );
}

/** One of more than a few; the first choice is everything. */
export function FilterSelect({
  label,
  every,
  options,
  selected,
  onSelect,
}: {
  label: string;
  every: string;
  options: readonly { key: string; label: string }[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={selected ?? ''}
      onChange={(event) => onSelect(event.target.value)}
    >
      <option value="">{every}</option>
      {options.map(({ key, label: text }) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
