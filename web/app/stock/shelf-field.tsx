import type { KeyboardEvent } from 'react';
import { stockCopy } from '#domain/stock/copy.ts';
import { MAX_SHELF } from '#domain/stock/rules.ts';
import { TextField } from '../ui/form/field.tsx';

const copy = stockCopy.intake;

interface ShelfFieldProps {
  value: string;
  onType: (shelf: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Where the devices of an intake are put. */
export function ShelfField({ value, onType, ...input }: ShelfFieldProps) {
  return (
    <TextField
      label={copy.shelf}
      hint={copy.shelfHint}
      optional
      maxLength={MAX_SHELF}
      value={value}
      onChange={(event) => onType(event.target.value)}
      {...input}
    />
  );
}
