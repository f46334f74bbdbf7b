import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../next-step.module.css';
import { ScannedBoxes } from './scanned-boxes.tsx';
import { gramsOf, type Scanning } from './use-scanning.ts';

const copy = packingCopy.pack;

interface Props {
  scanning: Scanning;
  onRemove: (serial: string) => void;
  onNewBox: () => void;
  /** Packs what was scanned so far; `undefined`: only all of it may go. */
  onPart: (() => void) | undefined;
}

/** What was scanned, and what can be done before all of it is. */
export function ScannedPart({ scanning, onRemove, onNewBox, onPart }: Props) {
  const { boxes, scanned, last, isComplete } = scanning;
  return (
    <div className={styles.scanned}>
      <ScannedBoxes boxes={boxes} weights={boxes.map(gramsOf)} onRemove={onRemove} />
      <div className={styles.tools}>
        {!isComplete && last.serials.length > 0 && (
          <Button size="sm" variant="secondary" onClick={onNewBox}>
            {copy.newBox}
          </Button>
        )}
        {!isComplete && onPart && scanned.length > 0 && (
          <Button size="sm" variant="secondary" onClick={onPart}>
            {copy.part(scanned.length)}
          </Button>
        )}
      </div>
    </div>
  );
}
