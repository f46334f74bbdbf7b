import { plural } from '../plural.ts';

/** copy/emails.md, 7 to 10. */
const banners = (n: number) => plural(n, { one: '# L-baner', few: '# L-banera', other: '# L-banera' });
const seconds = (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });

export const mailCopy = {
  bannersAMonth: 'L-baneri mesečno',
  secondsAMonth: 'TV sekunde mesečno',
  price: 'Cena',
  perMonth: (amount: string) => `${amount} mesečno`,
  added: 'Dodato',
  addedBoth: (b: number, s: number) => `${banners(b)} i ${seconds(s)}`,
  nextPayment: 'Sledeća naplata',
  invoice: 'Račun broj',
  started: {
    subject: (name: string) => `Paket ${name} je aktivan`,
    preview: (b: number, s: number) => `Na stanje je dodato ${banners(b)} i ${seconds(s)}.`,
    text: (name: string) => `pretplata na paket ${name} je pokrenuta.`,
    nextStep:
      'Sledeći korak je podešavanje: izaberite region i grupu gledalaca i pošaljite nam materijal. Šabloni za L-baner i spot su besplatni.',
    button: 'Podesite reklamu',
    terms:
      'Promotivna cena ostaje ista prvih 12 meseci. Pretplatu otkazujete u nalogu kad želite; važi do kraja plaćenog meseca.',
  },
  renewed: {
    subject: (name: string) => `Paket ${name} je obnovljen`,
    preview: (amount: string) => `Naplaćeno ${amount}; novo stanje je spremno.`,
    text: (name: string, date: string, amount: string) =>
      `pretplata na paket ${name} je obnovljena ${date} i naplaćeno je ${amount}.`,
    button: 'Pogledajte račun i stanje',
  },
  failed: {
    subject: (name: string) => `Naplata paketa ${name} nije uspela`,
    preview: (date: string | null) =>
      date ? `Proverite karticu do ${date} da se emitovanje ne prekine.` : 'Emitovanje se zaustavlja do uplate.',
    text: (name: string, amount: string) =>
      `pokušali smo da naplatimo ${amount} za paket ${name}, ali banka nije odobrila plaćanje.`,
    reasons: 'Najčešći razlozi su istekla kartica, nedovoljno sredstava ili ograničenje za plaćanja na internetu.',
    button: 'Promenite karticu',
    retry: (date: string) =>
      `Ponovo pokušavamo ${date} Ako ni tada ne uspe, emitovanje se zaustavlja do uplate, a stanje koje imate ostaje na nalogu.`,
    last: 'To je bio poslednji pokušaj: emitovanje se zaustavlja do uplate, a stanje koje imate ostaje na nalogu.',
  },
  cancelled: {
    subject: (name: string) => `Pretplata na paket ${name} je otkazana`,
    preview: (date: string) => `Paket važi do ${date}; posle toga nema nove naplate.`,
    text: (name: string, date: string) =>
      `pretplata na paket ${name} je otkazana. Emitovanje traje do ${date}, a posle toga se više ništa ne naplaćuje.`,
    resume: 'Ako ste se predomislili, pretplatu možete ponovo da uključite do tog datuma.',
    button: 'Uključite ponovo',
    why: 'Bićemo zahvalni ako nam odgovorite jednom rečenicom zašto ste odlučili da prestanete.',
  },
} as const;
