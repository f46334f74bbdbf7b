import { people } from '#domain/accounts/people-copy.ts';
import { PERSON_FIELDS, type PersonFields } from '#domain/accounts/person-fields.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { countryName } from '#domain/copy.ts';
import { merging } from '#domain/merging-copy.ts';
import { MergeDialog } from '../ui/overlay/merge-dialog.tsx';
import { type MergeRow, standingNow } from '../ui/overlay/merge-rows.ts';
import type { Refusal } from '../write.ts';

type Name = keyof PersonFields;
type Fields = Partial<PersonFields>;

/** What the refusal PERSON_CHANGED brings; dates are text in the browser. */
export interface ProfileConflict {
  now: PersonFields;
  by: string | null;
  you: boolean;
  at: string | null;
}

/** `null` when the account is gone. */
export const conflictIn = ({ data }: Refusal): ProfileConflict | null =>
  (data as ProfileConflict).now ? (data as ProfileConflict) : null;

/** The conflict as it stands now: `live` is what the screen shows, `shown` what it showed when the refusal came. */
export function latestConflict(conflict: ProfileConflict, shown: PersonFields, live: PersonFields): ProfileConflict {
  const [before, after] = [fieldsOf(shown), fieldsOf(live)];
  const now = standingNow({ now: conflict.now, shown: before }, after);
  return PERSON_FIELDS.every((name) => now[name] === conflict.now[name])
    ? conflict
    : { now, by: null, you: false, at: null };
}

export const fieldsOf = (row: PersonFields) =>
  Object.fromEntries(PERSON_FIELDS.map((name) => [name, row[name]])) as unknown as PersonFields;

interface Props {
  where: string;
  /** What the form showed, and what was typed over it, for the fields that were changed. */
  from: Fields;
  to: Fields;
  conflict: ProfileConflict;
  /** What is still to be written over what stands there now; nothing when only the other side stays. */
  onChoose: (to: Fields) => void;
  onBack: () => void;
}

/** Somebody else has written some of the same fields of a profile; the person chooses, field by field. */
export function ProfileConflictDialog({ where, from, to, conflict, onChoose, onBack }: Props) {
  const { now, by, you, at } = conflict;
  const rows = (Object.keys(to) as Name[])
    .filter((name) => to[name] !== now[name])
    .map((name): MergeRow<Name> => {
      const shown = (value: Fields[Name]) => text(name, value);
      const [was, mine, theirs] = [shown(from[name]), shown(to[name]), shown(now[name])];
      return { name, label: people.fields[name], was, mine, theirs };
    });
  return (
    <MergeDialog
      title={merging.profile}
      where={where}
      rows={rows}
      edit={at === null ? undefined : { by: by ?? merging.staff, you, at }}
      onBack={onBack}
      onChoose={(chosen) => {
        const mine = rows.map(({ name }) => name).filter((name) => chosen[name] === 'mine');
        onChoose(Object.fromEntries(mine.map((name) => [name, to[name]])));
      }}
    />
  );
}

function text(name: Name, value: Fields[Name]): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return companyNumberText(value);
  return name === 'country' ? countryName(value) : value;
}
