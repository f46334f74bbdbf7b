import { statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import styles from '../../bank.module.css';
import { mayAgree, useSignedInEmail } from '../../second-person.ts';

type Hold = Awaited<ReturnType<typeof client.bank.statements.sums>>['holds'][number];

/** Decisions that wait: taken back until their time, agreed to by a second person, who is not the first and has old rights. */
export function HeldDecisions({
  holds,
  isTooNew,
  onUndo,
  onChanged,
}: {
  holds: Hold[];
  isTooNew: boolean;
  onUndo: (id: string) => void;
  onChanged: () => void;
}) {
  const own = useSignedInEmail();
  async function agree(id: string) {
    const done = await write(() => client.bank.desk.second({ id }));
    if (done.outcome === 'done') toast.success(copy.agreed(formatTime(done.value.dueAt)));
    else toast.error(done.text);
    onChanged();
  }
  return holds.map((hold) => (
    <div key={hold.id} className={styles.notice} role="status">
      <span>
        {hold.dueAt
          ? copy.waiting(hold.lines, hold.askedBy, formatTime(hold.dueAt))
          : copy.waitsForSecond(hold.askedBy, hold.reason)}
      </span>
      <span className={styles.actions}>
        {mayAgree(hold, own) &&
          (isTooNew ? (
            <span className="muted s">{statementCopy.tooNew}</span>
          ) : (
            <Button size="sm" variant="secondary" onClick={() => void agree(hold.id)}>
              {copy.agree}
            </Button>
          ))}
        <Button size="sm" variant="secondary" onClick={() => onUndo(hold.id)}>
          {copy.undo}
        </Button>
      </span>
    </div>
  ));
}
