/** Shortest reason: one that says something. */
export const REASON_MIN = 3;
export const REASON_MAX = 500;
