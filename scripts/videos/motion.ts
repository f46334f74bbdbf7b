/** Time as motion designers use it: everything is a pure function of seconds. */
export const clamp = (n: number, low = 0, high = 1): number => Math.min(high, Math.max(low, n));

/** How far `t` is between two moments, 0 … 1. */
export const between = (t: number, from: number, to: number): number => clamp((t - from) / (to - from));

export const mix = (from: number, to: number, p: number): number => from + (to - from) * p;

export const easeOut = (p: number): number => 1 - (1 - p) ** 3;
export const easeIn = (p: number): number => p ** 3;
export const easeInOut = (p: number): number => (p < 0.5 ? 4 * p ** 3 : 1 - (-2 * p + 2) ** 3 / 2);
/** Arrives a little too far and comes back: two frames of overshoot, for a plug that clicks. */
export const click = (p: number): number =>
  p < 0.86 ? easeIn(p / 0.86) * 1.035 : mix(1.035, 1, easeOut((p - 0.86) / 0.14));

/** A cut: nothing before the moment, everything after. */
export const isAtOrAfter = (t: number, at: number): boolean => t >= at;

export const group = (body: string, transform = '', extra = ''): string =>
  `<g${transform ? ` transform="${transform}"` : ''} ${extra}>${body}</g>`;

/** Shows only the left part of a drawing, for lines that draw themselves. */
export const dash = (length: number, p: number): string =>
  `stroke-dasharray="${length}" stroke-dashoffset="${(length * (1 - p)).toFixed(2)}"`;
