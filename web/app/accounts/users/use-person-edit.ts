import { useState } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import type { PersonFields, PersonFormValues } from '#domain/accounts/person-fields.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import { questionBeforeLeaving } from '../../ui/leaving.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Refusal, type Unknown, write } from '../../write.ts';
import type { PersonRow } from '../people-columns.tsx';
import { conflictIn, latestConflict, type ProfileConflict } from '../profile-conflict.tsx';
import { type Refused, typedOf } from '../use-profile-form.ts';
import type { SavePerson } from './person-writes.ts';

export interface Editing {
  id: string;
  /** Each attempt is a new form: it starts with what was typed and with the row's present values. */
  attempt: number;
  base?: PersonFields;
  typed?: PersonFormValues;
  refused?: Refused;
}

/** An edit over which somebody else's has come. */
interface Conflicting {
  /** Each is a new question. */
  attempt: number;
  /** As the list showed it when the refusal came. */
  row: PersonRow;
  from: Partial<PersonFields>;
  to: Partial<PersonFields>;
  conflict: ProfileConflict;
}

/** The question about what stands in the list now: somebody may have written once more while the person chooses. */
export function latestConflicting(conflicting: Conflicting, rows: readonly PersonRow[] | undefined): Conflicting {
  const row = rows?.find(({ id }) => id === conflicting.row.id) ?? conflicting.row;
  return { ...conflicting, row, conflict: latestConflict(conflicting.conflict, conflicting.row, row) };
}

/** The form in a row of the list, and the question when somebody else has changed the same fields meanwhile. */
export function usePersonEdit(firstId: string | null) {
  const [editing, setEditing] = useState<Editing | null>(() => (firstId ? { id: firstId, attempt: 0 } : null));
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);

  function close({ id }: PersonRow) {
    setEditing((now) => (now?.id === id ? null : now));
    setConflicting(null);
    return null;
  }

  /** Opens the form of a row, or closes it, once what was typed in the one that is open may go. */
  async function toggle({ id }: PersonRow) {
    if ((await questionBeforeLeaving()?.()) ?? true)
      setEditing((now) => (now?.id === id ? null : { id, attempt: Date.now() }));
  }

  /** The form with what the person typed; what they never touched is what stands there now. */
  function backToForm({ row, to, conflict }: Conflicting, refused?: Refused) {
    setConflicting(null);
    const typed = typedOf({ ...conflict.now, ...to });
    setEditing({ id: row.id, attempt: Date.now(), base: conflict.now, typed, ...(refused ? { refused } : {}) });
  }

  return {
    editing,
    conflicting,
    close,
    closeForm: () => setEditing(null),
    toggle,
    backToForm,
    showConflict: (conflict: Omit<Conflicting, 'attempt'>) => setConflicting({ ...conflict, attempt: Date.now() }),
  };
}

/** The row shows the new values at once; the form goes when they are saved, and otherwise says why they are not. */
export function useSaveEdit(
  { close, showConflict, backToForm }: ReturnType<typeof usePersonEdit>,
  { save, reload }: { save: SavePerson; reload: () => Promise<unknown> },
) {
  async function edit(row: PersonRow, base: PersonFields, to: Partial<PersonFields>): Promise<Refused | null> {
    const from = Object.fromEntries((Object.keys(to) as (keyof PersonFields)[]).map((name) => [name, base[name]]));
    if (Object.keys(to).length === 0) return close(row);
    const outcome = await save(row.id, to, () =>
      withProof(() =>
        write(() => client.accounts.admin.people.edit({ id: row.id, from, to }), { failed: copy.saveError }),
      ),
    );
    if (outcome.outcome === 'done') {
      toast.success(copy.saved);
      return close(row);
    }
    if (outcome.code === 'PERSON_GONE') {
      toast.error(outcome.text);
      void reload();
      return close(row);
    }
    const conflict = outcome.code === 'PERSON_CHANGED' ? conflictIn(outcome) : null;
    if (conflict) {
      void reload();
      close(row);
      showConflict({ row, from, to, conflict });
      return null;
    }
    toast.error(outcome.outcome === 'unknown' ? outcome.text : copy.saveError);
    return refusalOf(outcome);
  }

  /** What was chosen is written over what stands there; refused, it is in the form again. */
  const writeChosen = useSingleFlight(async (conflicting: Conflicting, to: Partial<PersonFields>) => {
    const { row, conflict } = conflicting;
    close(row);
    const refused = await edit(row, conflict.now, to);
    if (refused) backToForm({ ...conflicting, to }, refused);
  });
  return { edit, writeChosen };
}

function refusalOf({ code, text }: Refusal | Unknown): Refused {
  return ['USERNAME_TAKEN', 'USERNAME_IS_ADDRESS'].includes(code ?? '') ? { fields: { username: text } } : { text };
}
