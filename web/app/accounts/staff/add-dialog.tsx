import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { staffCopy } from '#domain/accounts/staff/copy.ts';
import { api } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Email } from '../../ui/email.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import type { StaffRow } from './duty-drafts.ts';
import styles from './staff.module.css';

const copy = staffCopy.adding;

/** Finds an approved member; the first duty makes them an administrator. */
export function AddDialog({ onClose, onChosen }: { onClose: () => void; onChosen: (row: StaffRow) => void }) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery(
    api.accounts.admin.staff.candidates.queryOptions({ input: { search }, placeholderData: keepPreviousData }),
  );
  return (
    <Dialog
      open
      asks={false}
      onOpenChange={onClose}
      title={copy.title}
      description={copy.text}
      footer={<DialogClose>{staffCopy.proof.cancel}</DialogClose>}
    >
      <div className={styles.saving}>
        <TextField
          label={copy.search}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <DataPart name={copy.found} part={partStateOf(found)} lines={3}>
          {() =>
            found.data!.length === 0 ? (
              <p role="status">{copy.none(search)}</p>
            ) : (
              <ul className={styles.found} aria-label={copy.found}>
                {found.data!.map((person) => (
                  <li key={person.id}>
                    <button type="button" onClick={() => onChosen(asRow(person))}>
                      <b>{person.name}</b>
                      <span className="muted">
                        <Email address={person.email} />
                      </span>
                      {!person.hasSecondStep && <small>{staffCopy.noSecondStep}</small>}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </DataPart>
      </div>
    </Dialog>
  );
}

const asRow = (person: Pick<StaffRow, 'id' | 'name' | 'email' | 'hasSecondStep'>): StaffRow => ({
  ...person,
  isSuperAdmin: false,
  duties: [],
  version: null,
  isBlocked: false,
  changedAt: null,
  changedBy: null,
});
