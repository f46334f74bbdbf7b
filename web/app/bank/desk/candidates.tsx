import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { api, errorMessage } from '../../api.ts';
import { FormError, TextField } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Line } from '../line-columns.tsx';
import styles from './desk.module.css';

const DEBOUNCE_MS = 250;

/** What the row may be for, each with its reasons; whatever is taken is compared before anything is written. */
export function Candidates({ line, onTake }: { line: Line; onTake: (number: number) => void }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery(
    api.bank.desk.candidates.queryOptions({
      input: { id: line.id, search: search || undefined },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <div className={styles.candidates}>
      <TextField
        label={copy.search}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          // What was found for other words is still shown, but was not asked for.
          const only = found.data?.length === 1 && !found.isPlaceholderData ? found.data[0] : undefined;
          if (only && search === typed.trim()) onTake(only.number);
        }}
      />
      {found.isPending && <Skeleton lines={2} />}
      {found.error && <FormError title={errorMessage(found.error)} />}
      {found.data?.length === 0 && <p className="muted s">{search ? copy.nothingFound : copy.none}</p>}
      {found.data && found.data.length > 0 && (
        <ul aria-label={copy.found}>
          {found.data.map((one) => (
            <li key={one.number}>
              <button type="button" onClick={() => onTake(one.number)}>
                <b>{copy.take(one.number, one.name)}</b>
                <span className="nb">{formatMoneyExact(one.left)}</span>
                <small>{[one.what, ...one.why.map((reason) => copy.why[reason])].join(' · ')}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
