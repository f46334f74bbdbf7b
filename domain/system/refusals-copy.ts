import type { Sentences } from '../errors.ts';

export const systemRefusals = {
  PROVIDER_SILENT: 'Platna kuća se ne javlja. Pokušajte ponovo za nekoliko minuta; upit ništa ne naplaćuje.',
  TRIAL_MAIL_REFUSED: ({ reason }: { reason: string }) => `Server za poštu nije primio probnu poruku: ${reason}.`,
} satisfies Sentences;
