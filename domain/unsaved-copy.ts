/** Typed text that is not saved: before it is left, while it waits for the network, and when it was kept. */
export const unsavedCopy = {
  title: 'Tekst nije sačuvan',
  lost: (what: string) => `${what}: ako odete bez čuvanja, tekst se gubi.`,
  payment: 'Ovaj obrazac sadrži podatke o plaćanju i ne čuva se na računaru. Ako odete, tekst se gubi.',
  dialog: 'Ako zatvorite bez čuvanja, tekst se gubi.',
  stay: 'Ostani',
  discard: 'Odbaci tekst',
  saveAndGo: 'Sačuvaj i idi',
  notSaved: 'Čuvanje nije uspelo, pa je strana ostala otvorena. Tekst je u polju. Pokušajte ponovo.',

  restored: (time: string) => `Vraćen je tekst koji nije sačuvan, od ${time}. Zadržite ga ili ga odbacite.`,
  keep: 'Zadrži',
  dropKept: 'Odbaci',

  whenBack: 'Sačuvaj kad se veza vrati',
  giveUp: 'Odustani od nje',
} as const;
