import type { Count } from '#domain/count.ts';

/** So many and no more. */
export const exactly = (count: number): Count => ({ count, more: false });
