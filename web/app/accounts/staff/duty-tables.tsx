import { DUTIES, type Duty } from '#domain/access.ts';
import { staffCopy as copy } from '#domain/accounts/staff/copy.ts';
import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { pages } from '#domain/pages.ts';
import { formatDateTime } from '#domain/time.ts';
import { TextLink } from '../../ui/link.tsx';
import type { StaffList } from './duty-drafts.ts';
import styles from './duty-tables.module.css';

const COLOURS: Record<Duty, string> = {
  sales: 'var(--bar-yellow)',
  warehouse: 'var(--bar-cyan)',
  accounting: 'var(--bar-green)',
  event: 'var(--bar-magenta)',
  support: 'var(--bar-red)',
  network: 'var(--bar-blue)',
  security: 'var(--ink-0)',
  advertising: 'var(--ink-3)',
};

/** What each duty allows and what it does not, and how many have it. */
export function DutyTable({ rows }: { rows: StaffList['rows'] }) {
  const { whatColumns: columns } = copy;
  return (
    <>
      <h2 className={`d h3 ${styles.heading}`}>{copy.what}</h2>
      <div className={styles.panel}>
        <table className={styles.plain} aria-label={copy.what}>
          <thead>
            <tr>
              <th>{columns.duty}</th>
              <th>{columns.may}</th>
              <th>{columns.not}</th>
              <th className={styles.right}>{columns.people}</th>
            </tr>
          </thead>
          <tbody>
            {DUTIES.map((duty) => (
              <tr key={duty}>
                <td>
                  <span className={styles.key} style={{ background: COLOURS[duty] }} aria-hidden="true" />
                  <b>{dutyNames[duty]}</b>
                </td>
                <td data-label={columns.may}>{copy.may[duty].may}</td>
                <td data-label={columns.not} className="muted">
                  {copy.may[duty].not}
                </td>
                <td data-label={columns.people} className={styles.right}>
                  {rows.filter(({ duties }) => duties?.includes(duty)).length}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={`muted s ${styles.note}`}>{copy.note}</p>
    </>
  );
}

/** What was given and taken last, and why. */
export function LastChanges({ changes }: { changes: StaffList['changes'] }) {
  const { logColumns: columns } = copy;
  return (
    <section className={styles.panel} aria-label={copy.log}>
      <header className={styles.panelHead}>
        <h2>{copy.log}</h2>
        <TextLink to={`${pages.adminAudit.path}?action=accounts.duty-given`}>{copy.logOpen}</TextLink>
      </header>
      {changes.length === 0 ? (
        <p className={styles.none}>{copy.logEmpty}</p>
      ) : (
        <table className={styles.plain} aria-label={copy.log}>
          <thead>
            <tr>
              {Object.entries(columns).map(([key, name]) => (
                <th key={key}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ at, name, given, taken, reason, by }) => (
              <tr key={`${at} ${name}`}>
                <td>{formatDateTime(at)}</td>
                <td data-label={columns.person}>
                  <b>{name}</b>
                </td>
                <td data-label={columns.change}>
                  {given.length > 0 && <div>{copy.gains(given)}</div>}
                  {taken.length > 0 && <div>{copy.loses(taken)}</div>}
                </td>
                <td data-label={columns.reason} className="muted">
                  {reason}
                </td>
                <td data-label={columns.by}>{by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
