import { type RefObject, useState } from 'react';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { gramsOf, type Scanning } from './use-scanning.ts';

/** Boxes with devices, and what is missing in them before they are sent. */
export function useFilledBoxes(scanning: Scanning, total: number, serial: RefObject<HTMLInputElement | null>) {
  const { boxes, scanned } = scanning;
  const [weightError, setWeightError] = useState('');
  const filled = boxes.filter(({ serials }) => serials.length > 0);

  function hasWeights(): boolean {
    const wrong = filled.some((box) => gramsOf(box) === null);
    setWeightError(wrong ? packingCopy.pack.weightWrong : '');
    return !wrong;
  }

  /** Whether enough was scanned; otherwise the field has the focus. */
  function isWhole(isPart: boolean): boolean {
    if (filled.length > 0 && (scanned.length >= total || isPart)) return true;
    scanning.setError(fulfilmentRefusals.SERIALS_MISSING({ missing: total - scanned.length }));
    serial.current?.focus();
    return false;
  }

  return {
    hasWeights,
    isWhole,
    weighed: () => filled.map((box) => ({ grams: gramsOf(box)!, serials: box.serials })),
    weight: {
      error: weightError,
      type(kilograms: string) {
        setWeightError('');
        scanning.weigh(kilograms);
      },
    },
  };
}
