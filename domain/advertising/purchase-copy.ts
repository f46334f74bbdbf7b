import { typeset } from '../typography.ts';

/** Buying a package. The special package is paid once and says so. */
export const subscribe = typeset({
  title: 'Pretplata na reklamni paket',
  specialTitle: 'Kupovina Specijalnog paketa',
  summary: 'Vaša pretplata',
  specialSummary: 'Vaša narudžbina',
  package: 'Paket',
  cycle: 'Obračun',
  price: 'Cena mesečno',
  cycleMonthly: 'mesečno',
  cycleOnce: 'jednokratno, 30 dana',
  priceOnce: 'Cena',
  included: 'Uključeno',
  banners: (n: string) => `${n} L-banera mesečno`,
  seconds: (n: string) => `${n} TV sekundi mesečno`,
  always: ['izbor regiona i grupe gledalaca', 'plaćanje samo viđenih prikaza', 'ista cena prvih 12 meseci'],
  special: [
    '100 lokacija',
    'prikaz na svakih 30 minuta',
    'od 08:00 do 00:00, 30 dana',
    'najmanje 10.000 pregleda dnevno',
  ],
  today: 'Danas plaćate',
  next: (date: string) => `Sledeća naplata: ${date}`,
  cancelNote: 'Pretplatu otkazujete u nalogu kad želite; važi do kraja plaćenog meseca.',
  form: 'Podaci firme',
  formHint: 'Ovi podaci se pojavljuju na računu.',
  email: 'Email adresa',
  emailInvalid: 'Unesite ispravnu email adresu.',
  company: 'Naziv firme',
  registrationNumber: 'Matični broj',
  registrationHint: 'Osam cifara.',
  taxNumber: 'PIB',
  taxNumberHint: 'Devet cifara; za firme iz Crne Gore osam.',
  taxNumberWrong: 'PIB nije ispravan. Proverite cifre.',
  address: 'Adresa firme',
  city: 'Grad',
  postalCode: 'Poštanski broj',
  contact: 'Kontakt telefon',
  contactHint: 'Broj osobe sa kojom se dogovaramo o reklami.',
  /** Brackets mark the link to the company terms. */
  consent: 'Prihvatam [Uslove za firme] i potvrđujem da imam ovlašćenje da u ime firme zaključim ovu pretplatu.',
  specialConsent: 'Prihvatam [Uslove za firme] i potvrđujem da imam ovlašćenje da u ime firme naručim ovaj paket.',
  consentError: 'Za nastavak prihvatite uslove.',
  pay: 'Pretplati se uz obavezu plaćanja',
  specialPay: 'Naruči uz obavezu plaćanja',
  paying: 'Prelazimo na plaćanje…',
  secure: 'Podatke o kartici upisujete kod platne kuće. Vidik ih ne vidi i ne čuva.',
  back: 'Nazad na pakete',
  missing: 'U adresi nedostaje paket ili cena. Vratite se na pakete i izaberite ponovo.',
  failed: 'Plaćanje se nije otvorilo. Pokušajte ponovo; novac nije skinut.',
  refusedTitle: 'Ova kupovina ne može da se nastavi',
  runningTitle: 'Ovaj paket vam je već aktivan',
  running: (name: string, renewsAt: string | null) =>
    renewsAt
      ? `Pretplata na paket ${name} se obnavlja ${renewsAt}, pa je ne plaćate ponovo.`
      : `Pretplata na paket ${name} je već pokrenuta, pa je ne plaćate ponovo.`,
  unpaidTitle: 'Naplata za ovaj paket nije uspela',
  /** `retryAt`: when the card is charged again. */
  unpaid: (name: string, retryAt: string | null) =>
    [
      `Pretplata na paket ${name} nije obnovljena.`,
      retryAt && `Sa kartice ponovo naplaćujemo ${retryAt}`,
      'Promenite karticu u nalogu ili platite unapred.',
    ]
      .filter(Boolean)
      .join(' '),
  manage: 'Vodite pretplatu u nalogu',
  another: 'Izaberite drugi paket',
});
