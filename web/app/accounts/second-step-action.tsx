import { useState } from 'react';
import { securityWords } from '#domain/auth/security-copy.ts';
import { client, errorCode, errorMessage } from '../api.ts';
import { withProof } from '../proof.tsx';
import { accessLevelOf, useSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';

const copy = securityWords.staff;

/** For somebody who lost phone and recovery codes and was identified in another way. */
export function SecondStepAction({ row }: { row: PersonRow }) {
  const level = accessLevelOf(useSession());
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = useSingleFlight(async () => {
    setBusy(true);
    try {
      await withProof(() => client.accounts.admin.people.removeSecondStep({ id: row.id }));
      toast.success(copy.removed);
    } catch (error) {
      if (errorCode(error) === null) console.error(error);
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
      setAsked(false);
    }
  });
  // Only the super-admin removes the second step of staff; the server refuses anybody else.
  if (row.closedAt || ((row.isAdmin || row.isSuperAdmin) && level !== 'superAdmin')) return null;
  return (
    <div className={styles.rights}>
      <Button size="sm" variant="secondary" onClick={() => setAsked(true)}>
        {copy.remove}
      </Button>
      <ConfirmDialog
        open={asked}
        danger
        onOpenChange={() => setAsked(false)}
        title={copy.remove}
        text={copy.removeText(row.email)}
        yes={copy.remove}
        busy={busy}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
