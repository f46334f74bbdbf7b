import type { ReactNode } from 'react';
import { audit as copy } from '#domain/audit-copy.ts';
import { common } from '#domain/copy.ts';
import { Button } from '../../ui/button.tsx';
import tools from '../list-tools.module.css';
import { DayFilter, useDebouncedInput } from '../list-tools.tsx';
import styles from './audit.module.css';
import type { AuditFilter } from './use-audit-filter.ts';

interface Props {
  filter: AuditFilter;
  filtered: boolean;
  choose: (name: string, text: string) => void;
  clear: () => void;
  /** The order of the list. */
  children: ReactNode;
}

/** Who, on whom, what and when. */
export function AuditFilters({ filter, filtered, choose, clear, children }: Props) {
  const [actor, setActor] = useDebouncedInput('actor');
  const [subject, setSubject] = useDebouncedInput('subject');
  return (
    <search className={`${tools.tools} ${styles.fields}`} aria-label={copy.title}>
      <input
        type="search"
        className={`${tools.search} ${styles.search}`}
        aria-label={copy.actor}
        placeholder={copy.actor}
        value={actor}
        maxLength={100}
        onChange={(event) => setActor(event.target.value)}
      />
      <input
        type="search"
        className={`${tools.search} ${styles.search}`}
        aria-label={copy.subject}
        placeholder={copy.subject}
        value={subject}
        maxLength={100}
        onChange={(event) => setSubject(event.target.value)}
      />
      <select
        className={tools.select}
        aria-label={copy.action}
        value={filter.action ?? ''}
        onChange={(event) => choose('action', event.target.value)}
      >
        <option value="">{copy.everyAction}</option>
        {Object.entries(copy.domains).map(([domain, name]) => (
          <optgroup key={domain} label={name}>
            <option value={domain}>{`${name}: ${copy.everyAction.toLowerCase()}`}</option>
            {Object.entries(copy.actions)
              .filter(([action]) => action.startsWith(`${domain}.`))
              .map(([action, words]) => (
                <option key={action} value={action}>
                  {words}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {(['from', 'to'] as const).map((name) => (
        <DayFilter
          key={name}
          className={styles.day}
          fieldClassName={tools.select}
          label={copy[name]}
          value={filter[name]}
          onSet={(day) => choose(name, day)}
        />
      ))}
      {children}
      {filtered && (
        <Button size="sm" variant="ghost" onClick={clear}>
          {common.clearFilter}
        </Button>
      )}
    </search>
  );
}
