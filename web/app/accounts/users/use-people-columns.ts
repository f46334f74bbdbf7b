import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { placeOfPerson } from '#domain/admin/subject-pages.ts';
import { backToListState } from '../../admin/list-place.ts';
import { type Label, type ListedPerson, type PersonRow, peopleColumns } from '../people-columns.tsx';
import { menuOf, type Question, type Rights } from '../person-questions.ts';

interface Acts {
  label: (row: PersonRow, label: Label) => Promise<void>;
  /** Opens or closes the form of a row. */
  toggle: (row: PersonRow) => Promise<void>;
  ask: (row: ListedPerson, question: Question) => void;
}

/** The columns of the list, made anew only when somebody's rights or the list's `query` are others; what they do is always the latest. */
export function usePeopleColumns(rights: Rights, query: string, { label, toggle, ask }: Acts) {
  const navigate = useNavigate();
  const menu = (row: ListedPerson) =>
    menuOf(row, rights, {
      edit: () => void toggle(row),
      open: () => void navigate(placeOfPerson(row.id, query).path, { state: backToListState() }),
      ask: (what) => ask(row, what),
    });
  const act = useRef({ label, menu, toggle });
  act.current = { label, menu, toggle };
  const { rules, edits, ends, ownId } = rights;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a row depends on them
  return useMemo(
    () =>
      peopleColumns({
        rules,
        edits,
        onLabel: (row, role) => void act.current.label(row, role),
        onEdit: (row) => void act.current.toggle(row),
        menuOf: (row) => act.current.menu(row),
        query,
      }),
    [rules, edits, ends, ownId, query],
  );
}
