// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose boxes are walked with the arrows is a grid
// biome-ignore-all lint/a11y/noRedundantRoles: on phones the rows are cards, and only named roles stay rows
// biome-ignore-all lint/a11y/useSemanticElements: the same
// biome-ignore-all lint/a11y/useFocusableInteractive: the boxes in the cells have the focus, one of them is the tab key's stop
import { type KeyboardEvent, useRef, useState } from 'react';
import { DUTIES, type Duty } from '#domain/access.ts';
import { staffCopy as copy } from '#domain/accounts/staff/copy.ts';
import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { formatDate } from '#domain/time.ts';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { DutyDrafts, StaffRow } from './duty-drafts.ts';
import styles from './staff-matrix.module.css';

interface Props {
  drafts: DutyDrafts;
  /** Asks for the first duties of somebody who has all rights of an administrator. */
  onGive: (row: StaffRow) => void;
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Everybody of the staff and the eight duties. One stop of the tab key; arrows go from box to box, Space changes one. */
export function StaffMatrix({ drafts, onGive }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<string>();
  const stops = drafts.rows.flatMap((row) =>
    row.isSuperAdmin ? [] : drafts.shown(row) ? DUTIES.map((duty) => `${row.id} ${duty}`) : [`${row.id} give`],
  );
  const current = stop && stops.includes(stop) ? stop : stops[0];
  const reach = (name: string) => ({
    'data-stop': name,
    tabIndex: name === current ? 0 : -1,
    onFocus: () => setStop(name),
  });

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const from = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
    if (!step || !from) return;
    event.preventDefault();
    const lines = [...grid.current!.querySelectorAll('tbody tr')].map((line) => [
      ...line.querySelectorAll<HTMLElement>('[data-stop]'),
    ]);
    const reachable = lines.filter((line) => line.length > 0);
    const at = reachable.findIndex((line) => line.includes(from));
    const line = reachable[Math.min(Math.max(at + step[0], 0), reachable.length - 1)]!;
    const column = reachable[at]!.indexOf(from) + step[1];
    line[Math.min(Math.max(column, 0), line.length - 1)]!.focus();
  }

  return (
    <div className={styles.frame}>
      <table
        ref={grid}
        role="grid"
        aria-label={copy.matrix}
        aria-describedby="duty-keys"
        className={styles.matrix}
        onKeyDown={onKeyDown}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{copy.columns.person}</th>
            {DUTIES.map((duty) => (
              <th key={duty} role="columnheader" className={styles.cell}>
                {dutyNames[duty]}
              </th>
            ))}
            <th role="columnheader">{copy.columns.changed}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {drafts.rows.map((row) => (
            <tr key={row.id} role="row">
              <th role="rowheader" className={styles.person}>
                <SubjectLink kind="profile" lookup={row.email}>
                  <b>{row.name}</b>
                </SubjectLink>
                <small>{describe(row, drafts)}</small>
              </th>
              {row.isSuperAdmin ? (
                <td role="gridcell" className={styles.all} colSpan={DUTIES.length}>
                  {copy.super}
                </td>
              ) : drafts.shown(row) ? (
                DUTIES.map((duty) => (
                  <DutyCell key={duty} row={row} duty={duty} drafts={drafts} reach={reach(`${row.id} ${duty}`)} />
                ))
              ) : (
                <td role="gridcell" className={styles.all} colSpan={DUTIES.length}>
                  <span className={styles.old}>
                    <Badge tone="warn">{copy.old}</Badge>
                    <span>{copy.oldText}</span>
                    <button
                      type="button"
                      className={styles.link}
                      aria-label={copy.giveTo(row.name)}
                      {...reach(`${row.id} give`)}
                      onClick={() => onGive(row)}
                    >
                      {copy.give}
                    </button>
                  </span>
                </td>
              )}
              <td role="gridcell" className={styles.changed}>
                <Changed row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p id="duty-keys" className="vh">
        {copy.matrixHint}
      </p>
    </div>
  );
}

function DutyCell({ row, duty, drafts, reach }: { row: StaffRow; duty: Duty; drafts: DutyDrafts; reach: object }) {
  const has = drafts.shown(row)!.includes(duty);
  const isChanged = drafts.isChanged(row, duty);
  const isLast = drafts.isLastHolder(row, duty);
  const word = isChanged ? copy.cell[has ? 'given' : 'taken'] : isLast ? copy.cell.only : null;
  const id = `${row.id}-${duty}`;
  return (
    <td role="gridcell" className={styles.cell} data-changed={isChanged || undefined}>
      <label className={styles.box} htmlFor={id}>
        <span className={styles.duty}>{dutyNames[duty]}</span>
        <input
          {...reach}
          id={id}
          type="checkbox"
          className={styles.check}
          aria-label={copy.cellOf(row.name, duty)}
          aria-describedby={word ? `${id}-word` : undefined}
          aria-disabled={isLast || undefined}
          checked={has}
          onChange={() => isLast || drafts.toggle(row, duty)}
        />
        {word && <em id={`${id}-word`}>{word}</em>}
      </label>
    </td>
  );
}

const describe = (row: StaffRow, drafts: DutyDrafts): string =>
  [
    row.isSuperAdmin ? copy.superAdmin : drafts.isAdded(row) ? copy.added : copy.admin,
    row.isBlocked && copy.blocked,
    !row.hasSecondStep && !row.isSuperAdmin && copy.noSecondStep,
  ]
    .filter(Boolean)
    .join(', ');

function Changed({ row }: { row: StaffRow }) {
  if (row.isSuperAdmin) return <span className="muted">{copy.fromSettings}</span>;
  if (!row.changedAt) return null;
  if (row.version === null) return <small>{copy.since(formatDate(row.changedAt))}</small>;
  return (
    <>
      <small>{formatDate(row.changedAt)}</small>
      <small>{row.changedBy}</small>
    </>
  );
}
