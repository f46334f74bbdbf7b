import type { CSSProperties } from 'react';
import { placeOfReservation } from '#domain/admin/subject-pages.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorVerdict, isAdmitted } from '#domain/events/door/rules.ts';
import { formatTime } from '#domain/time.ts';
import { PermittedLink } from '../../subject-link.tsx';
import styles from './check-log.module.css';

export interface LoggedCheck {
  key: string;
  at: string | Date;
  verdict: DoorVerdict | null;
  code: string;
  name: string | null;
  /** Of the reservation, whose page the name leads to. */
  number: number | null;
  year: number | null;
  door: string;
  undone: boolean;
  /** Of the door, for those let in. */
  colour?: string;
}

const EDGES: Partial<Record<DoorVerdict, string>> = { used: 'var(--bar-yellow)', choose: 'var(--bar-yellow)' };

function edgeOf({ verdict, undone, colour }: LoggedCheck): string {
  if (verdict === null || undone) return 'var(--line)';
  return isAdmitted(verdict) ? (colour ?? 'var(--bar-green)') : (EDGES[verdict] ?? 'var(--bar-red)');
}

const placeOf = ({ number, year }: LoggedCheck) => (number && year ? placeOfReservation({ number, year }) : null);

/** The last checks, newest first; the edge's colour is said in words too. */
export function CheckLog({ checks, withDoor = false }: { checks: readonly LoggedCheck[]; withDoor?: boolean }) {
  return (
    <ol className={styles.log} aria-label={copy.latest}>
      {checks.map((check) => (
        <li
          key={check.key}
          style={{ '--edge': edgeOf(check) } as CSSProperties}
          data-undone={check.undone || undefined}
        >
          <time>{formatTime(check.at)}</time>
          <b title={check.name ?? check.code}>
            <PermittedLink to={placeOf(check)}>{check.name || check.code || copy.noTicket}</PermittedLink>
          </b>
          <span>{noteOf(check, withDoor)}</span>
        </li>
      ))}
    </ol>
  );
}

function noteOf({ verdict, undone, code, door, name }: LoggedCheck, withDoor: boolean): string {
  if (undone) return copy.undone;
  if (verdict === null) return copy.notChecked;
  if (verdict === 'valid') return withDoor ? door : code;
  const said = copy.verdicts[verdict];
  return withDoor || !name ? said : `${code}, ${said.toLowerCase()}`;
}
