import { useState } from 'react';
import { packingProblems } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { leavingProblem } from '#domain/fulfilment/rules.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './next-step.module.css';
import type { PackingRow, ParcelRow, StepProps } from './packing-row.ts';

const copy = packingCopy.hand;

/** Why a packed parcel may not be handed over; `null`: nothing holds it. */
export function handOverProblem(packing: PackingRow, { kind, state }: ParcelRow): string | null {
  const problem = state === 'packed' ? leavingProblem(packing, kind === 'exchange') : null;
  return problem && packingProblems[problem];
}

/** A packed parcel of an order that is not sent as it stands: why, and taking it apart. */
export function StoppedParcel({ packing, reload, parcel, why }: StepProps & { parcel: ParcelRow; why: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = shipmentKey(packing.number, parcel.n);

  async function cancel() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const sent = await write(() => client.fulfilment.admin.cancel({ id: parcel.id }));
    setBusy(false);
    if (sent.outcome !== 'done') setProblem(sent);
    else toast.success(copy.cancelled(key));
    if (sent.outcome !== 'unknown') await reload();
  }

  return (
    <div className={styles.pack}>
      <div className={styles.words} role="status">
        <b>{copy.stopped(key)}</b>
        <p>{why}</p>
      </div>
      {problem && (
        <div className={styles.problem}>
          <FormProblem problem={problem} />
        </div>
      )}
      <div className={styles.moves}>
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void cancel()}>
          {copy.cancel}
        </Button>
      </div>
    </div>
  );
}
