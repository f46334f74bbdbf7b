/** Where a device is; always in one of these (docs/decisions/183). */
export const PLACES = ['stock', 'packed', 'courier', 'customer', 'inspection', 'off'] as const;
export type DevicePlace = (typeof PLACES)[number];

/**
 * Where a device may go from each place; the database holds the same (migration `lost_devices`). What was written off because a courier lost
 * it may be found, and is with the courier again.
 */
export const WAYS: Record<DevicePlace, readonly DevicePlace[]> = {
  stock: ['packed', 'off'],
  packed: ['stock', 'courier'],
  courier: ['customer', 'inspection', 'off'],
  customer: ['inspection'],
  inspection: ['stock', 'off', 'customer'],
  off: ['courier'],
};

/** Why a device is written off. */
export const OFF_REASONS = ['transport', 'faulty', 'lost', 'gift'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** Of one intake by file. */
export const MAX_INTAKE = 10_000;
/** Bytes of such a file. */
export const LARGEST_INTAKE = 2 * 1024 * 1024;
/** Devices written off at once. */
export const MAX_OFF = 500;
export const MAX_LIMIT = 100_000;
/** Letters of the name of a shelf. */
export const MAX_SHELF = 20;
/** How far ahead a day of delivery may be said. */
export const MOST_DAYS_AHEAD = 180;

const SERIAL = /^VDK-\d{2}-\d{6}$/;
const DIGITS = 6;

/** Why a text is no serial number. `missing`: digits after the second hyphen. */
export type SerialProblem = { kind: 'letter'; missing: number } | { kind: 'space' } | { kind: 'format' };

/** `VDK-26-004417`, as it is printed and scanned; letter case and surrounding spaces mean nothing, everything else is refused. */
export function parseSerial(typed: string): { serial: string } | { serial: null; problem: SerialProblem } {
  const text = typed.trim().toUpperCase();
  if (SERIAL.test(text)) return { serial: text };
  if (SERIAL.test(text.replace(/[\s\u2010-\u2015-]+/g, '-'))) return { serial: null, problem: { kind: 'space' } };
  const digits = /^VDK-\d{2}-([\dO]+)$/.exec(text)?.[1];
  if (digits?.includes('O'))
    return { serial: null, problem: { kind: 'letter', missing: Math.max(0, DIGITS - digits.length) } };
  return { serial: null, problem: { kind: 'format' } };
}
