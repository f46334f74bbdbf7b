import { people as copy } from '#domain/accounts/people-copy.ts';
import { labelsOf } from '#domain/accounts/person-fields.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { type ToastAction, toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import { LABELS, type Label, type ListedPerson, type PersonRow } from '../people-columns.tsx';

/** Shows a row of the list changed while the server is asked. */
export type SavePerson = <Answer>(
  id: string,
  change: Partial<ListedPerson>,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** Nobody is both: the one label takes the other away. */
const CLEARED_BY: Partial<Record<Label, Label>> = { installer: 'partner', partner: 'installer' };
/** Milliseconds for which a touch can be undone. */
const UNDO_MS = 10_000;

/** What is written about a person from the list, each said in a toast. */
export function personWrites({ save, reload }: { save: SavePerson; reload: () => Promise<unknown> }) {
  /** One touch in a row, so it says everything that has changed, and can be undone. */
  async function label(row: PersonRow, role: Label, undoing = false) {
    const on = !row[LABELS[role]];
    const other = on ? CLEARED_BY[role] : undefined;
    const excluded = other ? { [LABELS[other]]: false } : {};
    const outcome = await save(row.id, { [LABELS[role]]: on, ...excluded }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.setRole({ id: row.id, role, on, shown: labelsOf(row) }), {
          failed: copy.toggled[role].error,
        }),
      ),
    );
    const cleared = other && row[LABELS[other]] ? other : null;
    const now = { ...row, [LABELS[role]]: on, ...excluded };
    showOutcome(
      outcome,
      [copy.toggled[role][on ? 'on' : 'off'], cleared && copy.toggled[cleared].off].filter(Boolean).join(' '),
      undoing ? undefined : { label: copy.undo, onPress: () => void label(now, cleared ?? role, true), lasts: UNDO_MS },
    );
  }

  async function setAdmin(row: PersonRow, on: boolean) {
    const outcome = await save(row.id, { isAdmin: on }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.setRole({ id: row.id, role: 'admin', on }), {
          failed: copy.admin.error,
        }),
      ),
    );
    showOutcome(outcome, on ? copy.admin.given : copy.admin.taken);
  }

  async function block(row: PersonRow, on: boolean) {
    const now = new Date().toISOString();
    const outcome = await save(row.id, { blockedAt: on ? now : null }, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.block({ id: row.id, on }), { failed: copy.block.error }),
      ),
    );
    showOutcome(outcome, on ? copy.block.done : copy.block.undone);
  }

  function showOutcome(outcome: Outcome<unknown>, done: string, undo?: ToastAction) {
    if (outcome.outcome === 'done') return void toast.success(done, undo);
    toast.error(outcome.text);
    if (outcome.code === 'PERSON_GONE' || outcome.code === 'LABELS_CHANGED') void reload();
  }

  return { label, setAdmin, block };
}
