import { useState } from 'react';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { DEVICE_GRAMS, MAX_GRAMS } from '#domain/fulfilment/rules.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { ScannedBox } from './scanned-boxes.tsx';

const EMPTY: ScannedBox = { serials: [], kilograms: null };

/** The weight of a box as it is typed, or of its devices; `null` when what is typed is no weight. */
export const gramsOf = ({ serials, kilograms: typed }: ScannedBox): number | null => {
  if (typed === null) return serials.length * DEVICE_GRAMS;
  const grams = /^\d{1,3}([.,]\d{1,3})?$/.test(typed.trim())
    ? Math.round(Number(typed.trim().replace(',', '.')) * 1000)
    : 0;
  return grams > 0 && grams <= MAX_GRAMS ? grams : null;
};

/** Serial numbers that are scanned one after another into boxes, until there are so many; the last box is the open one. */
export function useScanning(total: number) {
  const [boxes, setBoxes] = useState<readonly ScannedBox[]>([EMPTY]);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const scanned = boxes.flatMap(({ serials }) => serials);

  const changeLast = (next: (now: ScannedBox) => ScannedBox) =>
    setBoxes((now) => now.map((box, index) => (index === now.length - 1 ? next(box) : box)));

  /** Takes what is typed as a serial number; answers whether it did. */
  function add(): boolean {
    const text = typed.trim();
    if (text === '') return false;
    const { serial } = parseSerial(text);
    const wrong =
      serial === null
        ? fulfilmentRefusals.SERIAL_WRONG({ serial: text })
        : scanned.includes(serial)
          ? fulfilmentRefusals.SERIAL_TWICE({ serial })
          : '';
    setError(wrong);
    if (serial === null || wrong !== '') return false;
    setTyped('');
    changeLast((box) => ({ ...box, serials: [...box.serials, serial] }));
    return true;
  }

  const remove = (serial: string) =>
    setBoxes((now) => {
      const left = now.map((box) => ({ ...box, serials: box.serials.filter((one) => one !== serial) }));
      return left.filter(({ serials }, index) => serials.length > 0 || index === left.length - 1);
    });

  return {
    boxes,
    scanned,
    last: boxes.at(-1)!,
    typed,
    error,
    setError,
    isComplete: scanned.length >= total,
    hasTyped: scanned.length > 0 || typed !== '',
    type(text: string) {
      setTyped(text);
      setError('');
    },
    add,
    remove,
    /** A number that is refused goes back into the field, with the reason under it. */
    putBack(serial: string, reason: string) {
      remove(serial);
      setTyped(serial);
      setError(reason);
    },
    weigh: (kilograms: string) => changeLast((box) => ({ ...box, kilograms })),
    openBox: () => setBoxes((now) => [...now, EMPTY]),
    clear: () => setBoxes([EMPTY]),
  };
}

export type Scanning = ReturnType<typeof useScanning>;
