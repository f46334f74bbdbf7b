import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import { packingCopy as copy } from '#domain/fulfilment/desk-copy.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { Key } from './key.tsx';
import styles from './next-step.module.css';
import type { StepProps } from './packing-row.ts';
import { printLabels } from './print.ts';

/** Labels of the newest parcel; until something is packed it says what comes first. */
export function LabelAction({ packing: { parcels, devices }, reload }: StepProps) {
  const newest = parcels.findLast(
    ({ state, boxes, request }) =>
      state !== 'cancelled' && boxes.length > 0 && (state !== 'packed' || !request || READY.includes(request.state)),
  );
  const print = () => {
    if (newest) void printLabels([newest.id]).then(reload);
  };
  useSingleKeys({ n: print });
  if (devices === 0) return null;
  return (
    <div className={styles.action}>
      <Button
        size="sm"
        variant="secondary"
        disabled={!newest}
        aria-describedby={newest ? undefined : 'label-wait'}
        onClick={print}
      >
        {copy.hand.print} <Key>{copy.keys.print}</Key>
      </Button>
      {!newest && (
        <span id="label-wait" className="muted s">
          {parcels.some(({ state }) => state === 'packed') ? copy.labelAsked : copy.labelWait}
        </span>
      )}
    </div>
  );
}

/** Its label is one that the courier knows, or of own delivery. */
const READY: RequestState[] = ['made', 'cancelled'];
