import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DUTIES, type Duty } from '#domain/access.ts';
import { staffCopy } from '#domain/accounts/staff/copy.ts';
import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { api } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { StaffRow } from './duty-drafts.ts';
import styles from './staff.module.css';

const copy = staffCopy.giving;

/** The first duties of somebody who has all rights of an administrator: everything else ends, so it shows what was used. */
export function DutiesToKeepDialog({
  row,
  onClose,
  onChosen,
}: {
  row: StaffRow;
  onClose: () => void;
  onChosen: (duties: readonly Duty[]) => void;
}) {
  const [chosen, setChosen] = useState<readonly Duty[]>([]);
  const used = useQuery(api.accounts.admin.staff.used.queryOptions({ input: { id: row.id }, staleTime: 0 }));
  return (
    <ConfirmDialog
      open
      asks={false}
      onOpenChange={onClose}
      title={copy.title}
      text={copy.lead(row.name)}
      yes={copy.go}
      no={staffCopy.proof.cancel}
      onConfirm={() => onChosen(chosen)}
    >
      <div className={styles.saving}>
        <p>{copy.text}</p>
        <fieldset className={styles.choice} aria-label={staffCopy.title}>
          {DUTIES.map((duty) => (
            <Checkbox
              key={duty}
              label={dutyNames[duty]}
              checked={chosen.includes(duty)}
              onChange={({ target }) =>
                setChosen((now) => (target.checked ? [...now, duty] : now.filter((one) => one !== duty)))
              }
            />
          ))}
        </fieldset>
        <DataPart name={copy.used} part={partStateOf(used)} lines={2}>
          {() => (
            <p className={styles.used}>
              <b>{copy.used}</b> {usedWords(used.data!)}
            </p>
          )}
        </DataPart>
      </div>
    </ConfirmDialog>
  );
}

const usedWords = (used: readonly { duty: Duty; count: number }[]): string =>
  used.length === 0
    ? `${copy.nothing}.`
    : `${[...used.map(({ duty, count }) => copy.usedOf(duty, count)), ...(used.length < DUTIES.length ? [copy.restNot] : [])].join(', ')}.`;
