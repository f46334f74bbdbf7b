import { plural } from '../plural.ts';

/** What a courier is told in words: 50 letters of contents, 150 of a note. */
export const toldToCourier = {
  open: 'Otvaranje paketa dozvoljeno.',
  content: (n: number) => plural(n, { one: '# USB uređaj', few: '# USB uređaja', other: '# USB uređaja' }),
} as const;
