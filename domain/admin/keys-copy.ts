/** The list of keys of the back office. */
export const keysCopy = {
  title: 'Prečice',
  off: 'Tasteri bez Ctrl ne rade dok se piše u polje. Isključuju se ovde, za ovaj pregledač.',
  switch: 'Tasteri rade sami za sebe',
  groups: [
    {
      name: 'Svuda',
      keys: [
        [['Ctrl K'], 'Pretraga svega'],
        [['?'], 'Prečice'],
        [['Esc'], 'Zatvori'],
      ],
    },
    {
      name: 'Spisak',
      keys: [
        [['/'], 'Pretraga u listi'],
        [['J', 'K'], 'Red niže, red više'],
        [['Enter'], 'Otvori'],
        [['X'], 'Izaberi red'],
        [['A'], 'Odobri zahtev u redu'],
        [['E'], 'Izmeni korisnika u redu'],
        [['Shift J', 'Shift K'], 'Izaberi niz'],
        [['Ctrl A'], 'Izaberi sve prikazane'],
        [['Z'], 'Poništi poslednje'],
      ],
    },
    {
      name: 'Narudžbina',
      keys: [
        [['J', 'K'], 'Sledeća, prethodna'],
        [['P'], 'Spakuj'],
        [['N'], 'Nalepnica'],
        [['R'], 'Vrati novac'],
        [['B'], 'Beleška'],
        [['E'], 'Izmeni adresu isporuke'],
        [['Z'], 'Poništi poslednje'],
        [['Esc'], 'Nazad na listu'],
      ],
    },
    {
      name: 'Korisnik',
      keys: [
        [['E'], 'Izmeni'],
        [['B'], 'Beleška'],
      ],
    },
  ],
} as const;
