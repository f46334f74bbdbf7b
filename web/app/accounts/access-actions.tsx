import { useState } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { ContractState } from './end-dialog.tsx';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';
import { isStaff } from './people-columns.tsx';
import type { Rights } from './person-questions.ts';

interface Props {
  row: PersonRow;
  rights: Rights;
  onAdmin: (row: PersonRow, on: boolean) => void;
}

/** Rights of one person, after a question, and what has become of their contract. The super-admin's cannot be changed. */
export function AccessActions({ row, rights: { rules, ends, ownId }, onAdmin }: Props) {
  const [was, setWas] = useState<boolean | null>(null);
  if (row.isSuperAdmin || row.id === ownId) return null;
  if (!rules && isStaff(row)) return null;
  const title = row.isAdmin ? copy.admin.take : copy.admin.give;
  return (
    <>
      {ends && !row.closedAt && !row.toBeRegistered && rules && (
        <div className={styles.rights}>
          <Button size="sm" variant="secondary" onClick={() => setWas(row.isAdmin)}>
            {title}
          </Button>
          <ConfirmDialog
            open={was !== null}
            onOpenChange={() => setWas(null)}
            title={title}
            text={(row.isAdmin ? copy.admin.takeText : copy.admin.giveText)(row.email)}
            yes={title}
            danger={row.isAdmin}
            meanwhile={was === null ? null : meanwhileOf(was, row.isAdmin, true, () => setWas(row.isAdmin))}
            onConfirm={() => {
              setWas(null);
              onAdmin(row, !row.isAdmin);
            }}
          />
        </div>
      )}
      {ends && !row.closedAt && !row.toBeRegistered && !rules && <p className="muted s">{copy.admin.only}</p>}
      <ContractState row={row} />
    </>
  );
}
