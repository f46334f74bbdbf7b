import { useEffect, useRef, useState } from 'react';
import { staffCopy as copy } from '#domain/accounts/staff/copy.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Refusal, type Unknown, write } from '../../write.ts';
import styles from './staff.module.css';

/** A refusal that says whom it is about, or that the table is not as it was. */
export interface RefusedSave {
  code: 'DUTIES_CHANGED' | 'SECOND_STEP_MISSING' | 'LAST_HOLDER';
  text: string;
  whose: { id: string; name: string } | null;
}

/** `null`: nothing that the table could answer; the dialog says it. */
export function refusedSave({ code, text, ...rest }: Refusal | Unknown): RefusedSave | null {
  if (code !== 'DUTIES_CHANGED' && code !== 'SECOND_STEP_MISSING' && code !== 'LAST_HOLDER') return null;
  const data = 'data' in rest ? (rest.data as { id?: string; name?: string } | undefined) : undefined;
  return { code, text, whose: data?.id && data.name ? { id: data.id, name: data.name } : null };
}

/** Above the table: why nothing was saved, and what to do first. */
export function RefusedSaveNotice({ refused, onShowNow }: { refused: RefusedSave; onShowNow: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is an object of its own, and is brought into view
  useEffect(() => {
    box.current!.focus();
  }, [refused]);
  const { code, text, whose } = refused;
  const remind = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await write(() => client.accounts.admin.staff.remind({ id: whose!.id }));
    setBusy(false);
    if (outcome.outcome !== 'done') return void toast.error(outcome.text);
    toast.success(outcome.value.sent ? copy.reminded(whose!.name) : copy.remindedBefore(whose!.name));
  });
  return (
    <div ref={box} className={styles.refused} data-code={code} role="alert" tabIndex={-1}>
      <p>{text}</p>
      {code === 'DUTIES_CHANGED' && (
        <Button size="sm" variant="secondary" onClick={onShowNow}>
          {copy.showNow}
        </Button>
      )}
      {code === 'SECOND_STEP_MISSING' && whose && (
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void remind()}>
          {copy.remind}
        </Button>
      )}
    </div>
  );
}
