/** The page instead of any other while the database does not answer. */
export const unavailableCopy = {
  pageTitle: 'Kratka pauza | Vidik',
  label: 'Kratka pauza',
  title: 'Vraćamo se za minut.',
  text: 'Naša baza trenutno ne odgovara. Vaši podaci i uplate su sačuvani; ništa ne treba ponovo da uradite.',
  /** Around the seconds. */
  again: ['Strana se sama osvežava za ', '.'],
  seconds: (seconds: number) => `${seconds}\u00a0s`,
  now: 'Osveži sada',
  home: 'Vidik, početna strana',
} as const;

/** Until the page is asked for again: what it counts down, and the server's `Retry-After`. */
export const UNAVAILABLE_SECONDS = 30;
