import { randomInt } from 'node:crypto';

/** No letter or digit that is mistaken for another when copied by hand. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/** Random groups of four such as `k7mf-2xrp`; every group is worth almost 20 bits. */
export const readableSecret = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** As people type it: any case, with or without separators. */
export const normaliseSecret = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
