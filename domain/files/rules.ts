/** Bytes of every part of an upload but the last, which has the rest. */
export const PART_BYTES = 4 * 1024 * 1024;

/** So long a part may take on its way: half a megabit in a second is fast enough. Milliseconds. */
export const PART_MS = 180_000;

export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES);

/** Bytes of one part; parts are counted from 1. 0 when there is no such part. */
export const bytesOfPart = (bytes: number, number: number): number =>
  Math.max(0, Math.min(PART_BYTES, bytes - (number - 1) * PART_BYTES));

/** The parts that are missing. */
export const missingParts = (bytes: number, present: readonly number[]): number[] => {
  const there = new Set(present);
  return Array.from({ length: partCount(bytes) }, (_, n) => n + 1).filter((number) => !there.has(number));
};
