import { plural } from '../plural.ts';
import { beforeComma } from '../time.ts';
import { countBanners } from '../wording.ts';

/** Mails about sold packages: „Vi“ with a capital letter. */
const seconds = (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });

export const mailCopy = {
  started: {
    subject: (name: string) => `Paket ${name} je aktivan`,
    preview: (b: number, s: number) => `Na stanje je dodato ${countBanners(b)} i ${seconds(s)}.`,
    text: (name: string) => `pretplata na paket ${name} je pokrenuta.`,
    banners: 'L-baneri mesečno',
    seconds: 'TV sekunde mesečno',
    price: 'Cena',
    perMonth: (amount: string) => `${amount} mesečno`,
    next: 'Sledeća naplata',
    invoice: 'Račun',
    attached: 'Račun je u prilogu.',
    after:
      'Reklamu napravite u nalogu, u delu „Reklame i stanje“: tamo birate region, vrstu mesta i dane. Šabloni za L-baner i spot su besplatni.',
    button: 'Pogledajte stanje',
    promise:
      'Promotivna cena ostaje ista prvih 12 meseci. Pretplatu otkazujete u nalogu kad želite; važi do kraja plaćenog meseca.',
  },
  announced: {
    subject: (name: string, date: string) => `Paket ${name} se obnavlja ${date}`,
    preview: (amount: string) => `Sa Vaše kartice naplaćujemo ${amount}.`,
    text: (name: string, date: string, amount: string) =>
      `pretplata na paket ${name} se obnavlja ${date} i tada sa Vaše kartice naplaćujemo ${amount}. Ne morate da radite ništa.`,
    after: (date: string) => `Ako ne želite da se obnovi, otkažite pretplatu pre tog dana; paket tada važi do ${date}`,
    button: 'Vodite pretplatu',
  },
  renewed: {
    subject: (name: string) => `Paket ${name} je obnovljen`,
    preview: (amount: string) => `Naplaćeno ${amount}; novo stanje je spremno.`,
    text: (name: string, date: string, amount: string) =>
      `pretplata na paket ${name} je obnovljena ${date} i naplaćeno je ${amount}.`,
    added: 'Dodato',
    last: 'Pretplata je otkazana: posle ovog meseca se više ništa ne naplaćuje.',
    addedValue: (b: number, s: number) => `${countBanners(b)} i ${seconds(s)}`,
    button: 'Pogledajte račun i stanje',
  },
  failed: {
    subject: (name: string) => `Naplata paketa ${name} nije uspela`,
    preview: 'Proverite karticu da se paket obnovi.',
    text: (name: string, amount: string) =>
      `pokušali smo da naplatimo ${amount} za paket ${name}, ali banka nije odobrila plaćanje.`,
    reasons: 'Najčešći razlozi su istekla kartica, nedovoljno sredstava ili ograničenje za plaćanja na internetu.',
    button: 'Promenite karticu',
    again: (date: string) =>
      `Ponovo pokušavamo ${date} Ako nijedan pokušaj ne uspe, paket se ne obnavlja; stanje koje imate ostaje na nalogu, a reklame se prikazuju dok ga ima.`,
    last: 'Ovo je bio poslednji pokušaj i paket se ne obnavlja. Stanje koje imate ostaje na nalogu, a reklame se prikazuju dok ga ima.',
  },
  cancelled: {
    subject: (name: string) => `Pretplata na paket ${name} je otkazana`,
    preview: (date: string) => `Paket važi do ${beforeComma(date)}; posle toga nema nove naplate.`,
    text: (name: string, date: string) =>
      `pretplata na paket ${name} je otkazana. Paket važi do ${beforeComma(date)}, a posle toga se više ništa ne naplaćuje; stanje koje imate ostaje na nalogu.`,
    regret: 'Ako ste se predomislili, pretplatu možete ponovo da uključite do tog datuma.',
    button: 'Uključite ponovo',
    why: 'Bićemo zahvalni ako nam odgovorite jednom rečenicom zašto ste odlučili da prestanete.',
  },
  stopped: {
    subject: (name: string) => `Pretplata na paket ${name} je otkazana`,
    preview: 'Razlog i šta ostaje na nalogu.',
    now: (name: string) => `otkazali smo pretplatu na paket ${name}. Od danas se više ništa ne naplaćuje.`,
    atEnd: (name: string, date: string) =>
      `otkazali smo pretplatu na paket ${name}. Paket važi do ${beforeComma(date)}, a posle toga se više ništa ne naplaćuje.`,
    reason: 'Razlog',
    balance: 'L-baneri i TV sekunde koje imate ostaju na nalogu.',
    button: 'Pogledajte stanje',
    after: 'Ako mislite da je u pitanju greška, odgovorite na ovu poruku.',
  },
  paused: {
    subject: (name: string) => `Pretplata na paket ${name} je pauzirana`,
    preview: 'Dok traje pauza, ništa se ne naplaćuje.',
    text: (name: string) =>
      `pretplata na paket ${name} je pauzirana. Dok traje pauza, kartica se ne zadužuje i na stanje ne stižu novi L-baneri i TV sekunde.`,
    reason: 'Razlog',
    balance: 'Stanje koje imate ostaje na nalogu, a reklame se prikazuju dok ga ima.',
    button: 'Nastavite pretplatu',
    after: 'Pretplatu nastavljate u nalogu, u delu „Reklame i stanje“. Ako je pauza greška, odgovorite na ovu poruku.',
  },
  resumed: {
    subject: (name: string) => `Pretplata na paket ${name} se nastavlja`,
    preview: (date: string | null) => (date ? `Sledeća naplata je ${date}` : 'Pauza je završena.'),
    text: (name: string, date: string | null, amount: string) =>
      date
        ? `pauza je završena i pretplata na paket ${name} se nastavlja. Sa Vaše kartice naplaćujemo ${amount} dana ${date} i tada na stanje stižu novi L-baneri i TV sekunde.`
        : `pauza je završena i pretplata na paket ${name} se nastavlja. Pri sledećoj naplati sa Vaše kartice naplaćujemo ${amount} i tada na stanje stižu novi L-baneri i TV sekunde.`,
    button: 'Vodite pretplatu',
    after: 'Ako pauza nije trebalo da se završi, pauzirajte pretplatu ponovo u nalogu ili odgovorite na ovu poruku.',
  },
  cardLink: {
    subject: (name: string) => `Upišite drugu karticu za paket ${name}`,
    preview: 'Sledeća naplata ide sa kartice koju upišete.',
    text: (name: string, amount: string) =>
      `za paket ${name} (${amount} mesečno) možete da upišete drugu karticu: prijavite se, pa u delu „Reklame i stanje“ otvorite stranu platne kuće.`,
    failed: 'Poslednja naplata nije uspela. Sa nove kartice je ponavljamo u sledećem pokušaju.',
    button: 'Upišite karticu',
    after: 'Podatke o kartici upisujete kod platne kuće; mi ih ne vidimo.',
  },
  special: {
    subject: 'Specijalni paket je plaćen',
    preview: 'Vaša reklama ide na 100 lokacija, punih 30 dana.',
    text: (number: string) => `plaćanje narudžbine br. ${number} je evidentirano i Specijalni paket je Vaš.`,
    after:
      'Javljamo Vam se u roku od tri dana da dogovorimo početak i preuzmemo materijal. Specijalni paket traje 30 dana i ne obnavlja se sam.',
    button: 'Pogledajte nalog',
  },
} as const;
