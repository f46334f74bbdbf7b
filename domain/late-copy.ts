/** Parts of a page that are fetched when they are wanted, and could not be. */
export const lateCopy = {
  dialogText: 'Podaci koje ste upisali su sačuvani. Pokušavamo sami čim se veza vrati.',
  partText: 'Ostatak strane radi. Pokušavamo sami čim se veza vrati.',
  /** Asked for twice without success: the site may have been renewed since the page was opened. */
  reload: 'Učitaj stranu ponovo',
  reservation: 'Rezervacija se nije učitala',
  decision: 'Odluka o uplati se nije učitala',
  statement: 'Izvod se nije učitao',
  payouts: 'Isplate se nisu učitale',
  reissue: 'Ispravka računa se nije učitala',
  rates: 'Kurs se nije učitao',
  owed: 'Spisak za vraćanje se nije učitao',
  change: 'Otkazivanje i pomeranje se nije učitalo',
  record: 'Zapisnik se nije učitao',
  installation: 'Nova montaža se nije učitala',
  camera: 'Kamera se nije učitala',
} as const;
