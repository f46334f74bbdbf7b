/** Bytes of every part of an upload but the last, which has the rest. */
export const PART_BYTES = 4 * 1024 * 1024;

export const partsOf = (bytes: number): number => Math.ceil(bytes / PART_BYTES);

/** Bytes of one part; parts are counted from 1. 0 when there is no such part. */
export const bytesOfPart = (bytes: number, number: number): number =>
  Math.max(0, Math.min(PART_BYTES, bytes - (number - 1) * PART_BYTES));

/** The parts that are missing. */
export const missingParts = (bytes: number, present: readonly number[]): number[] => {
  const there = new Set(present);
  return Array.from({ length: partsOf(bytes) }, (_, n) => n + 1).filter((number) => !there.has(number));
};
