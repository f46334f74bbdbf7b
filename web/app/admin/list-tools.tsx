import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isPossibleDay } from '#domain/calendar.ts';
import { useSingleKeys } from '../ui/single-keys.ts';
import { useAddressParams } from '../ui/use-address-params.ts';
import { Freshness, type ListFreshness } from './freshness.tsx';
import styles from './list-tools.module.css';

const DEBOUNCE_MS = 250;

export const useListSearch = () => useDebouncedInput('q');

/**
 * The text of a search field; it is written to the address 250 ms after the last key. The field takes over what the address says when
 * something else changed that, as a link or Back: never its own text, which comes back without a last space and behind the next letters.
 */
export function useDebouncedInput(name: string): [string, (text: string) => void] {
  const [search, setSearch] = useAddressParams();
  const asked = search.get(name) ?? '';
  const [typed, setTyped] = useState(asked);
  /** What it wrote and has not met in the address yet, in its order. */
  const written = useRef<string[]>([]);
  useEffect(() => {
    const own = written.current.indexOf(asked);
    written.current.splice(0, own + 1);
    if (own < 0) setTyped(asked);
  }, [asked]);
  useEffect(() => {
    const text = typed.trim();
    if (text === asked) return;
    const timer = setTimeout(() => {
      written.current.push(text);
      setSearch((current) => withQuery(current, name, text), { replace: true, preventScrollReset: true });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, name, setSearch]);
  return [typed, setTyped];
}

/** The query with one parameter changed; an empty value removes it. */
export function withQuery(current: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(current);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** Above a list: search, which the key / leads to, filters, the number of rows, and whether the list is live. */
export function ListTools({
  label,
  value,
  onChange,
  kept,
  count,
  children,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** How new the list is; left out where another list beside it says so. */
  kept?: ListFreshness | undefined;
  count?: string | undefined;
  children?: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  useSingleKeys({
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return (
    <search className={styles.tools}>
      <input
        ref={field}
        type="search"
        className={styles.search}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={100}
        onChange={(event) => onChange(event.target.value)}
      />
      {children}
      {kept && (
        <p className={styles.state} role="status">
          {count && <span>{count}</span>}
          <Freshness {...kept} />
        </p>
      )}
    </search>
  );
}

/** A filter with more choices than buttons have room for; the first choice is everything. */
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

/** Such days leave nothing to be shown, which is said in words of its own (`admin.backwards`). */
export const isBackwards = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from !== undefined && to !== undefined && from > to;

/** A day that a list is asked for. While its year is typed the browser tells of the years 2, 20 and 202: they ask for nothing. */
export function DayFilter({
  label,
  value,
  min,
  max,
  className,
  fieldClassName,
  onSet,
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  className?: string | undefined;
  fieldClassName?: string | undefined;
  onSet: (day: string) => void;
}) {
  const [typed, setTyped] = useState({ of: value, text: value ?? '' });
  const isWhole = (text: string) => text === '' || isPossibleDay(text);
  return (
    <label className={className}>
      {label}
      <input
        type="date"
        className={fieldClassName}
        value={typed.of === value ? typed.text : (value ?? '')}
        min={min}
        max={max}
        onChange={({ target: { value: text } }) => {
          setTyped({ of: isWhole(text) ? text || undefined : value, text });
          if (isWhole(text)) onSet(text);
        }}
      />
    </label>
  );
}
