/** Of a part of a screen whose data is not there, or old. */
export const partWords = {
  failed: (what: string) => `${what}: nije učitano.`,
  restIsRight: 'Ostatak strane je tačan.',
  offline: 'Nema veze sa internetom.',
  stale: (time: string) => `Prikazano je stanje iz ${time}. Novo nije učitano.`,
  slow: 'Sporo je, ali traje. Još učitavamo.',
  figureLoading: 'učitava se',
  figureFailed: 'nije učitano',
  moreFailed: 'Ostatak nije učitan.',
} as const;
