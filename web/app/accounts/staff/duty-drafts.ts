import { useState } from 'react';
import { DUTIES, type Duty } from '#domain/access.ts';
import { dutyDifference, GUARDED } from '#domain/accounts/staff/rules.ts';
import type { client } from '../../api.ts';

export type StaffList = Awaited<ReturnType<typeof client.accounts.admin.staff.list>>;
export type StaffRow = StaffList['rows'][number];

/** What somebody shall have, and the row that it was decided on. */
export interface Draft {
  row: StaffRow;
  duties: readonly Duty[];
}
export interface Change {
  row: StaffRow;
  duties: readonly Duty[];
  given: readonly Duty[];
  taken: readonly Duty[];
  /** The first duties of somebody who had all rights: what is not given ends. */
  isFirst: boolean;
}

export const changeOf = ({ row, duties }: Draft): Change => ({
  row,
  duties,
  ...dutyDifference(row.duties ?? [], duties),
  isFirst: row.duties === null,
});

const isChange = ({ given, taken, isFirst }: Change) => isFirst || given.length + taken.length > 0;

/** How many single changes the bar counts. */
export const countSingleChanges = (changes: readonly Change[]): number =>
  changes.reduce((sum, { given, taken, isFirst }) => sum + (isFirst ? 1 : given.length + taken.length), 0);

const NONE: ReadonlyMap<string, Draft> = new Map();

/** Changes that are collected here until they are saved together; nothing is sent before. */
export function useDutyDrafts(listed: readonly StaffRow[]) {
  const [drafts, setDrafts] = useState(NONE);
  const [added, setAdded] = useState<readonly StaffRow[]>([]);
  const rows = [...listed, ...added.filter(({ id }) => !listed.some((row) => row.id === id))];
  const shown = (row: StaffRow): readonly Duty[] | null => drafts.get(row.id)?.duties ?? row.duties;
  const set = (row: StaffRow, duties: readonly Duty[]) =>
    setDrafts((now) => {
      const draft = { row: now.get(row.id)?.row ?? row, duties: DUTIES.filter((duty) => duties.includes(duty)) };
      const next = new Map(now);
      if (isChange(changeOf(draft))) next.set(row.id, draft);
      else next.delete(row.id);
      return next;
    });
  const changes = [...drafts.values()].map(changeOf);
  const holders = rows.filter((row) => !row.isBlocked && shown(row)?.includes(GUARDED));
  return {
    rows,
    changes,
    count: countSingleChanges(changes),
    shown,
    set,
    toggle: (row: StaffRow, duty: Duty) => {
      const now = shown(row) ?? [];
      set(row, now.includes(duty) ? now.filter((one) => one !== duty) : [...now, duty]);
    },
    isChanged: (row: StaffRow, duty: Duty): boolean => {
      const draft = drafts.get(row.id);
      return draft !== undefined && (draft.row.duties ?? []).includes(duty) !== draft.duties.includes(duty);
    },
    isAdded: (row: StaffRow): boolean => added.some(({ id }) => id === row.id),
    /** The only one with it, and saved so: it cannot be taken before somebody else has it. */
    isLastHolder: (row: StaffRow, duty: Duty): boolean =>
      duty === GUARDED && holders.length === 1 && holders[0]!.id === row.id && (row.duties ?? []).includes(duty),
    add: (row: StaffRow) => setAdded((now) => [...now.filter(({ id }) => id !== row.id), row]),
    drop: () => {
      setDrafts(NONE);
      setAdded([]);
    },
  };
}
export type DutyDrafts = ReturnType<typeof useDutyDrafts>;
