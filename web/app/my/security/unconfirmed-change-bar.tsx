import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeWords, securityWords } from '#domain/auth/security-copy.ts';
import { formatDateInSentence, formatDateTime } from '#domain/time.ts';
import { api, client, queryClient } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from '../section.module.css';
import { UndoDialog } from './undo-dialog.tsx';

const copy = securityWords.bar;

/** The newest change that the owner has not confirmed. */
export function UnconfirmedChangeBar() {
  const { data } = useQuery(api.accounts.own.changes.list.queryOptions());
  const [undoing, setUndoing] = useState(false);
  const [busy, setBusy] = useState(false);
  const change = data?.find(({ asks }) => asks);

  const mine = useSingleFlight(async (id: string) => {
    setBusy(true);
    const outcome = await write(() => client.accounts.own.changes.seen({ id }));
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    await queryClient.invalidateQueries({ queryKey: api.accounts.own.changes.key() });
    setBusy(false);
  });

  if (!change) return null;
  return (
    <div className={styles.undo} role="status">
      <div>
        <b>{changeWords[change.kind].name}</b>
        <p>{copy.text(change.kind, formatDateTime(change.at), formatDateInSentence(change.undoEndsAt))}</p>
      </div>
      <div className={styles.bar}>
        <Button variant="secondary" size="sm" disabled={busy} onClick={() => mine(change.id)}>
          {copy.mine(change.kind)}
        </Button>
        <Button variant="danger" size="sm" onClick={() => setUndoing(true)}>
          {copy.undo(change.kind)}
        </Button>
      </div>
      {undoing && <UndoDialog change={change} close={() => setUndoing(false)} />}
    </div>
  );
}
