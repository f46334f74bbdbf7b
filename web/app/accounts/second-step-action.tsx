import { useState } from 'react';
import { securityWords } from '#domain/auth/security-copy.ts';
import { client } from '../api.ts';
import { withProof } from '../proof.tsx';
import { accessLevelOf, useSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';

const copy = securityWords.staff;

/** For somebody who lost phone and recovery codes and was identified in another way. */
export function SecondStepAction({ row }: { row: PersonRow }) {
  const level = accessLevelOf(useSession());
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await withProof(() =>
      write<unknown>(() => client.accounts.admin.people.removeSecondStep({ id: row.id }), {
        arrived: ({ code }) => (code === 'NO_SECOND_STEP' ? true : undefined),
      }),
    );
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.removed);
    setAsked(false);
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
        problem={problem}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
