// Apart from the words that every page has: what is here is said where data is read, or asked about.

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

/** A dialog whose question somebody else has made another one. */
export const meanwhile = {
  changed: 'Stanje je u međuvremenu promenjeno. Pitanje sada važi za novo stanje: pročitajte ga, pa nastavite.',
  impossible: 'Stanje je u međuvremenu promenjeno i ovo više nije moguće. Zatvorite i pogledajte red.',
  seen: 'Nastavi sa novim stanjem',
} as const;
