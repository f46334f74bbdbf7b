import { packingCopy, weight } from '#domain/fulfilment/desk-copy.ts';
import styles from '../next-step.module.css';

const copy = packingCopy.pack;

export interface ScannedBox {
  serials: string[];
  /** As it was typed; `null` while it follows from the number of devices. */
  kilograms: string | null;
}

/** What was scanned, box by box; each number can be taken out again. */
export function ScannedBoxes({
  boxes,
  weights,
  onRemove,
}: {
  boxes: readonly ScannedBox[];
  weights: readonly (number | null)[];
  onRemove: (serial: string) => void;
}) {
  return boxes.map(
    ({ serials }, index) =>
      serials.length > 0 && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the row
        <div key={index} className={styles.box}>
          {boxes.length > 1 && (
            <p className="s">
              {copy.box(index + 1, serials.length)}
              {weights[index] && ` · ${weight(weights[index])}`}
            </p>
          )}
          <ul className={styles.chips}>
            {serials.map((serial) => (
              <li key={serial}>
                {serial}
                <button type="button" aria-label={copy.remove(serial)} onClick={() => onRemove(serial)}>
                  ×
                </button>
              </li>
            ))}
          </ul>
        </div>
      ),
  );
}
