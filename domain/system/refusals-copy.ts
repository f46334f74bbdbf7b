import type { Sentences } from '../errors.ts';

export const systemRefusals = {
  PROVIDER_SILENT: 'Platna kuća se ne javlja. Pokušajte ponovo za nekoliko minuta; upit ništa ne naplaćuje.',
} satisfies Sentences;
