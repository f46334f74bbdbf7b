import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import { keysCopy } from '#domain/integrations/keys/copy.ts';
import type { KeyDuty } from '#domain/integrations/keys/rules.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import styles from './keys.module.css';

interface DutyChoiceProps {
  offered: readonly KeyDuty[];
  duties: readonly KeyDuty[];
  error: string | undefined;
  onToggle: (duty: KeyDuty, isChosen: boolean) => void;
}

/** What a key may be used for, among what the person may do. */
export function DutyChoice({ offered, duties, error, onToggle }: DutyChoiceProps) {
  return (
    <fieldset className={styles.duties} data-invalid={error ? true : undefined}>
      <legend>{keysCopy.form.duties}</legend>
      <div>
        {offered.map((duty) => (
          <Checkbox
            key={duty}
            label={dutyNames[duty]}
            checked={duties.includes(duty)}
            onChange={({ target }) => onToggle(duty, target.checked)}
          />
        ))}
      </div>
      {error && (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
