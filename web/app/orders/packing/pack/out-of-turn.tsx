import type { Ref } from 'react';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { OUT_OF_TURN_MAX } from '#domain/fulfilment/rules.ts';
import { SubjectLink } from '../../../subject-link.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import styles from '../next-step.module.css';
import type { Turn } from './use-out-of-turn.ts';

const copy = packingCopy.pack;

interface Props {
  turn: Turn;
  field: Ref<HTMLInputElement>;
  reason: string;
  error: string;
  onType: (reason: string) => void;
}

/** Earlier orders wait for the devices of this one; packing it first wants a reason. */
export function OutOfTurn({ turn, field, reason, error, onType }: Props) {
  return (
    <div className={styles.turn}>
      <p role="status">{fulfilmentRefusals.DEVICES_AWAITED(turn)}</p>
      <SubjectLink kind="order" lookup={String(turn.first)}>
        {copy.turnOpen(turn.first)}
      </SubjectLink>
      <TextField
        ref={field}
        label={copy.turn}
        hint={copy.turnHint}
        value={reason}
        error={error || undefined}
        maxLength={OUT_OF_TURN_MAX}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}
