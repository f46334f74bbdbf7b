import { refundCopy as copy } from '#domain/refunds/copy.ts';
import type { RefundReason } from '#domain/refunds/rules.ts';
import { dayOf } from '#domain/time.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';

interface Props {
  reasons: readonly RefundReason[];
  reason: RefundReason | '';
  onReason: (reason: RefundReason) => void;
  /** The day is asked for as well. */
  isStated: boolean;
  statedOn: string;
  onStatedOn: (day: string) => void;
  /** Sending was tried: what is missing says so. */
  asked: boolean;
}

/** Why money goes back, and of a withdrawal the day on which it was stated. */
export function ReasonFields({ reasons, reason, onReason, isStated, statedOn, onStatedOn, asked }: Props) {
  return (
    <>
      <SelectField
        label={copy.reason}
        value={reason}
        placeholder={copy.reasonPlaceholder}
        options={reasons.map((one) => ({ value: one, label: copy.reasons[one] }))}
        {...(asked && reason === '' ? { error: copy.reasonMissing } : {})}
        onChange={(event) => onReason(event.target.value as RefundReason)}
      />
      {isStated && (
        <TextField
          label={copy.statedOn}
          hint={copy.statedOnHint}
          type="date"
          value={statedOn}
          max={dayOf(new Date())}
          {...(asked && statedOn === '' ? { error: copy.statedOnMissing } : {})}
          onChange={(event) => onStatedOn(event.target.value)}
        />
      )}
    </>
  );
}
