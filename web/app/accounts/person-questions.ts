import { people as copy } from '#domain/accounts/people-copy.ts';
import type { RowAction } from '../ui/overlay/row-menu.tsx';
import { isStaff, type PersonRow } from './people-columns.tsx';

/** What is asked about before it is done to somebody's account. */
export type Question = 'block' | 'notice' | 'takeBack' | 'atOnce' | 'erase';

/** What whoever looks at the list may do. */
export interface Rights {
  /** The super-admin: nobody else touches the accounts of staff, or erases people. */
  rules: boolean;
  /** May change data and labels. */
  edits: boolean;
  /** May block people and end their contracts. */
  ends: boolean;
  /** Nobody blocks themselves. */
  ownId: string | null;
}

/** What may be asked about somebody as they are now. The super-admin's account cannot be changed. */
export function confirmableActions(row: PersonRow, { rules, ends, ownId }: Rights): Question[] {
  if (row.isSuperAdmin) return [];
  const erase: Question[] = rules ? ['erase'] : [];
  if (!ends || row.id === ownId || row.closedAt || (isStaff(row) && !rules)) return erase;
  if (row.toBeRegistered) return ['block', ...erase];
  return ['block', row.terminatesAt ? 'takeBack' : 'notice', 'atOnce', ...erase];
}

interface Acts {
  edit: () => void;
  open: () => void;
  ask: (question: Question) => void;
}

/** The rarer actions of a row; what takes something away comes last, in red, and is asked about first. */
export function menuOf(row: PersonRow, rights: Rights, { edit, open, ask }: Acts): RowAction[] {
  const isBlocked = row.blockedAt !== null;
  const labels: Record<Question, string> = {
    takeBack: copy.ending.takeBack,
    block: isBlocked ? copy.block.off : copy.block.on,
    notice: copy.ending.notice,
    atOnce: copy.ending.atOnce,
    erase: copy.erase.button,
  };
  const isGiven = (question: Question) => question === 'takeBack' || (question === 'block' && isBlocked);
  const asked = confirmableActions(row, rights)
    .map((question) => ({ question, danger: !isGiven(question) }))
    .sort((a, b) => Number(a.danger) - Number(b.danger));
  return [
    { label: rights.edits ? copy.edit : copy.look, onSelect: edit },
    { label: copy.profile, onSelect: open },
    ...asked.map(({ question, danger }) => ({
      label: copy.asks(labels[question]),
      danger,
      onSelect: () => ask(question),
    })),
  ];
}
