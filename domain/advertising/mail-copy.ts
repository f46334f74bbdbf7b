import { plural } from '../plural.ts';

/** copy/emails.md, 7–10. Dates and amounts come formatted. */
const banners = (n: number) => plural(n, { one: '# L-baner', few: '# L-banera', other: '# L-banera' });
const seconds = (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });
const number = new Intl.NumberFormat('sr-Latn-RS');

export const mailCopy = {
  invoice: 'Broj računa',
  started: {
    subject: (name: string) => `Paket ${name} je aktivan`,
    preview: (bannerCount: number, tvSeconds: number) =>
      `Na stanje je dodato ${number.format(bannerCount)} L-banera i ${number.format(tvSeconds)} TV sekundi.`,
    text: (name: string) => `pretplata na paket ${name} je pokrenuta.`,
    banners: 'L-baneri mesečno',
    seconds: 'TV sekunde mesečno',
    price: 'Cena',
    perMonth: (amount: string) => `${amount} mesečno`,
    next: 'Sledeća naplata',
    setUp:
      'Sledeći korak je podešavanje: izaberite region i grupu gledalaca i pošaljite nam materijal. Šabloni za L-baner i spot su besplatni.',
    button: 'Podesite reklamu',
    after:
      'Promotivna cena ostaje ista prvih 12 meseci. Pretplatu otkazujete u nalogu kad želite; važi do kraja plaćenog meseca.',
  },
  renewed: {
    subject: (name: string) => `Paket ${name} je obnovljen`,
    preview: (amount: string) => `Naplaćeno ${amount}; novo stanje je spremno.`,
    text: (name: string, date: string, amount: string) =>
      `pretplata na paket ${name} je obnovljena ${date} i naplaćeno je ${amount}.`,
    added: 'Dodato',
    addedValue: (bannerCount: number, tvSeconds: number) => `${banners(bannerCount)} i ${seconds(tvSeconds)}`,
    next: 'Sledeća naplata',
    button: 'Pogledajte račun i stanje',
  },
  special: {
    subject: 'Specijalni paket je aktivan',
    preview: 'Plaćanje je evidentirano. Sledi podešavanje.',
    text: (number: string) => `plaćanje narudžbine br. ${number} je evidentirano i paket je aktivan.`,
    product: 'Paket',
    paidAt: 'Datum',
    setUp:
      'Sledeći korak je podešavanje: pošaljite nam materijal i izaberite lokacije. Šabloni za L-baner i spot su besplatni.',
    after: 'Reč je o jednoj uplati za 30 dana; posle toga se ništa ne naplaćuje samo.',
  },
  paymentFailed: {
    subject: (name: string) => `Naplata paketa ${name} nije uspela`,
    preview: (date: string) => `Proverite karticu do ${date} da se emitovanje ne prekine.`,
    previewWithoutDate: 'Proverite karticu da se emitovanje ne prekine.',
    text: (name: string, amount: string) =>
      `pokušali smo da naplatimo ${amount} za paket ${name}, ali banka nije odobrila plaćanje.`,
    reasons: 'Najčešći razlozi su istekla kartica, nedovoljno sredstava ili ograničenje za plaćanja na internetu.',
    button: 'Promenite karticu',
    after: (date: string) =>
      `Ponovo pokušavamo ${date}. Ako ni tada ne uspe, emitovanje se zaustavlja do uplate, a stanje koje imate ostaje na nalogu.`,
    afterLast: 'Emitovanje se zaustavlja do uplate, a stanje koje imate ostaje na nalogu.',
  },
  cancelled: {
    subject: (name: string) => `Pretplata na paket ${name} je otkazana`,
    preview: (date: string) => `Paket važi do ${date}; posle toga nema nove naplate.`,
    text: (name: string, date: string) =>
      `pretplata na paket ${name} je otkazana. Emitovanje traje do ${date}, a posle toga se više ništa ne naplaćuje.`,
    again: 'Ako ste se predomislili, pretplatu možete ponovo da uključite do tog datuma.',
    button: 'Uključite ponovo',
    why: 'Bićemo zahvalni ako nam odgovorite jednom rečenicom zašto ste odlučili da prestanete.',
  },
} as const;
