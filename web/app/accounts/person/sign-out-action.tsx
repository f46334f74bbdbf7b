import { useState } from 'react';
import { personCopy } from '#domain/accounts/person-page-copy.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { isStaff } from '../people-columns.tsx';
import { usePersonRights } from '../users/use-person-rights.ts';
import styles from './person.module.css';
import type { PersonOnPage } from './person-row.ts';

const copy = personCopy.signOut;

/** Ends every session of somebody else. Of staff only the super-admin may; the server refuses anybody else. */
export function SignOutAction({
  read: { person, access },
  reload,
}: {
  read: PersonOnPage;
  reload: () => Promise<unknown>;
}) {
  const { rules, ends, ownId } = usePersonRights();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const signOut = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await withProof(() =>
      write(() => client.accounts.admin.people.signOut({ id: person.id }), { failed: copy.failed }),
    );
    setBusy(false);
    void reload();
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done);
    setAsked(false);
  });
  const may = ends && person.id !== ownId && (rules || !isStaff(person));
  if (!asked && (!may || access?.sessions.length === 0)) return null;
  return (
    <>
      <button type="button" className={styles.textButton} onClick={() => setAsked(true)}>
        {copy.action}
      </button>
      <ConfirmDialog
        open={asked}
        danger
        onOpenChange={() => setAsked(false)}
        title={copy.action}
        text={copy.text}
        yes={copy.action}
        busy={busy}
        problem={problem}
        onConfirm={() => void signOut()}
      />
    </>
  );
}
