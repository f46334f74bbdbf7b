import type { ComponentProps } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { usePermissions } from '../../session.ts';
import { PersonPlaces } from '../../subject-link.tsx';
import { AccessActions } from '../access-actions.tsx';
import { isStaff, type ListedPerson } from '../people-columns.tsx';
import { PersonForm } from '../person-form.tsx';
import type { Rights } from '../person-questions.ts';
import { SecondStepAction } from '../second-step-action.tsx';
import type { Editing } from './use-person-edit.ts';

interface Props {
  row: ListedPerson;
  editing: Editing;
  rights: Rights;
  onSave: ComponentProps<typeof PersonForm>['onSave'];
  onCancel: () => void;
  onAdmin: ComponentProps<typeof AccessActions>['onAdmin'];
}

/** Under the row of a person: the form, and what else can be done with their account. */
export function PersonDetail({ row, editing, rights, onSave, onCancel, onAdmin }: Props) {
  const permissions = usePermissions();
  const { rules, edits } = rights;
  return (
    <PersonForm
      key={editing.attempt}
      row={row}
      base={editing.base}
      typed={editing.typed}
      refused={editing.refused}
      onSave={onSave}
      onCancel={onCancel}
      locked={edits ? !rules && isStaff(row) && copy.staffLocked : copy.notYours}
    >
      <AccessActions row={row} rights={rights} onAdmin={onAdmin} />
      {permissions.has('remove second steps') && <SecondStepAction row={row} />}
      <PersonPlaces email={row.email} inTree={row.referralCode ? row.id : null} except="adminUsers" />
    </PersonForm>
  );
}
