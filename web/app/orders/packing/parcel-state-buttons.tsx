import { useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { SHIPMENT_MOVES, type ShipmentState, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './next-step.module.css';
import type { ParcelRow, StepProps } from './packing-row.ts';

const copy = packingCopy.move;

type After = Exclude<ShipmentState, 'packed' | 'handed_over' | 'cancelled'>;

/** What is expected next of a parcel in each state; the yellow button. */
const EXPECTED: Partial<Record<ShipmentState, After>> = {
  handed_over: 'delivered',
  in_transit: 'delivered',
  refused: 'returned',
  lost: 'in_transit',
  damaged: 'returned',
};

/** What became of a parcel that was handed over. */
export function ParcelStateButtons({ packing, reload, parcel }: StepProps & { parcel: ParcelRow }) {
  const [busy, setBusy] = useState<After | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const key = shipmentKey(packing.number, parcel.n);
  const expected = EXPECTED[parcel.state];
  const others = (SHIPMENT_MOVES[parcel.state] as readonly After[]).filter((to) => to !== expected);

  async function move(to: After) {
    if (busy) return;
    setBusy(to);
    setProblem(null);
    const sent = await write(() => client.fulfilment.admin.move({ id: parcel.id, from: parcel.state, to }), {
      failed: copy.failed,
    });
    setBusy(null);
    if (sent.outcome !== 'done') setProblem(sent);
    else toast.success(copy.done(key, copy.to[to]!));
    if (sent.outcome !== 'unknown') await reload();
  }

  return (
    <div className={styles.pack}>
      <div className={styles.words}>
        <b>{copy.title(key, parcel.state)}</b>
        <p>{copy.text}</p>
      </div>
      {problem && (
        <div className={styles.problem}>
          <FormProblem problem={problem} />
        </div>
      )}
      <div className={styles.moves}>
        {others.map((to) => (
          <Button key={to} size="sm" variant="secondary" loading={busy === to} onClick={() => void move(to)}>
            {copy.to[to]}
          </Button>
        ))}
        {expected && (
          <Button loading={busy === expected} onClick={() => void move(expected)}>
            {copy.to[expected]}
          </Button>
        )}
      </div>
    </div>
  );
}
