import type { KeyboardEvent, Ref } from 'react';
import { couriersToChoose } from '#domain/fulfilment/copy.ts';
import { kilograms, packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { DEVICE_GRAMS } from '#domain/fulfilment/rules.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form/field.tsx';
import { Key } from '../key.tsx';
import styles from '../next-step.module.css';
import type { PackingRow } from '../packing-row.ts';
import type { Scanning } from './use-scanning.ts';

const copy = packingCopy.pack;

interface Props {
  scanning: Scanning;
  serialField: Ref<HTMLInputElement>;
  serialLabel: string;
  onSerialKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  weightField: Ref<HTMLInputElement>;
  weightError: string;
  onWeight: (kilograms: string) => void;
  couriers: PackingRow['couriers'];
  courier: PackingCourier;
  onCourier: (courier: PackingCourier) => void;
  busy: boolean;
  disabled: boolean;
}

/** The number that is scanned next, the weight of the open box, who carries it, and the button that packs. */
export function PackFields(props: Props) {
  const { scanning, serialField, serialLabel, onSerialKey, weightField, weightError, onWeight } = props;
  const { couriers, courier, onCourier, busy, disabled } = props;
  const { boxes, last } = scanning;
  return (
    <div className={styles.fields} data-choice={couriers.length > 1 || undefined}>
      {scanning.isComplete ? (
        <p className={styles.complete} role="status">
          {copy.complete}
        </p>
      ) : (
        <TextField
          ref={serialField}
          label={serialLabel}
          placeholder={copy.placeholder}
          value={scanning.typed}
          error={scanning.error || undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => scanning.type(event.target.value)}
          onKeyDown={onSerialKey}
        />
      )}
      <TextField
        ref={weightField}
        label={copy.weight(boxes.length, boxes.length > 1)}
        inputMode="decimal"
        value={last.kilograms ?? kilograms(Math.max(1, last.serials.length) * DEVICE_GRAMS)}
        error={weightError || undefined}
        maxLength={8}
        onChange={(event) => onWeight(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {couriers.length > 1 && (
        <SelectField
          label={copy.courier}
          value={courier}
          options={couriers.map(({ name }) => ({ value: name, label: couriersToChoose[name] }))}
          onChange={(event) => onCourier(event.target.value as PackingCourier)}
        />
      )}
      <Button type="submit" loading={busy} loadingLabel={copy.busy} disabled={disabled}>
        {copy.go} <Key>{packingCopy.keys.pack}</Key>
      </Button>
    </div>
  );
}
