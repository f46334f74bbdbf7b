import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import styles from './refund.module.css';
import type { RefundDeskRow } from './refund-row.ts';

/** Which of the order's devices came back. */
export function ReturnedSerials({
  serials,
  chosen,
  onChange,
}: {
  serials: RefundDeskRow['serials'];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  if (serials.length === 0) return <p className="s muted">{copy.serialsNone}</p>;
  return (
    <fieldset className={styles.serials}>
      <legend>{copy.serials}</legend>
      <p className="s muted">{copy.serialsHint}</p>
      <div className={styles.serialList}>
        {serials.map(({ serial, place }) => (
          <Checkbox
            key={serial}
            label={place === 'inspection' ? copy.serialHere(serial) : serial}
            checked={chosen.includes(serial)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, serial] : chosen.filter((one) => one !== serial))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
