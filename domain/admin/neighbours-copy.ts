/** On a page that was opened from a list. */
export const neighbourWords = {
  place: (n: number, of: number) => `${n} od ${of}`,
  keys: { next: 'J', previous: 'K' },
} as const;
