import { formatNumber } from '../money.ts';
import { typeset } from '../typography.ts';
import { COMPANY_WITHDRAWAL_DAYS } from '../withdrawal-days.ts';
import { countDays } from '../wording.ts';

/** Advertising on the account page. */
export const mine = typeset({
  /** Dates end with their own full stop. */
  subscription: {
    title: 'Pretplata',
    active: (name: string, price: string, date: string | null) =>
      date ? `Paket ${name}, ${price} mesečno. Sledeća naplata: ${date}` : `Paket ${name}, ${price} mesečno.`,
    starting: (name: string) => `Paket ${name} čeka prvu uplatu.`,
    endsOn: (name: string, date: string) => `Pretplata na paket ${name} je otkazana i važi do ${date}`,
    pastDue: (name: string, date: string | null) =>
      date
        ? `Naplata za paket ${name} nije uspela. Proverite karticu do ${date}`
        : `Naplata za paket ${name} nije uspela. Promenite karticu da bi pretplata nastavila da važi.`,
    paused: (name: string) => `Pretplata na paket ${name} je pauzirana. Ništa se ne naplaćuje.`,
    cancelled: (name: string, date: string | null) =>
      date ? `Paket ${name} je važio do ${date}` : `Paket ${name} više ne važi.`,
    ahead: (name: string) => `Paket ${name}.`,
    earlier: 'Ranije pretplate',
    none: 'Nemate aktivnu pretplatu.',
    noneHint: 'Paket možete da pokrenete kad želite i da ga otkažete u svakom trenutku.',
    shop: 'Pogledajte pakete',
    cancel: 'Otkaži pretplatu',
    resume: 'Uključi ponovo',
    card: 'Promeni karticu',
    pause: 'Pauziraj',
    unpause: 'Nastavi pretplatu',
    changing: 'Promena se upisuje kod platne kuće.',
    forPackage: (name: string) => `paket ${name}`,
    portal: 'Otkazivanje, kartica i računi otvaraju se na strani platne kuće, odakle se vraćate ovde.',
    opening: 'Otvaranje…',
    invoices: 'Svi računi',
  },
  pause: {
    title: (name: string) => `Pauzirati paket ${name}?`,
    text: (_amount: string, _date: string | null) =>
      'Dok traje pauza, kartica se ne zadužuje i na stanje ne stižu novi L-baneri i TV sekunde. Ono što imate ostaje, a reklame se prikazuju dok ga ima. Nastavljate kad želite; plaćeni mesec se ne vraća.',
    yes: 'Pauziraj',
    no: 'Odustani',
    done: 'Pretplata se pauzira. Poslali smo vam i poruku.',
  },
  unpause: {
    title: (name: string) => `Nastaviti paket ${name}?`,
    text: (amount: string, date: string | null) =>
      date
        ? `Sa kartice naplaćujemo ${amount} na dan ${date} i tada na stanje stižu novi L-baneri i TV sekunde.`
        : `Pri sledećoj naplati sa kartice naplaćujemo ${amount} i tada na stanje stižu novi L-baneri i TV sekunde.`,
    yes: 'Nastavi pretplatu',
    no: 'Odustani',
    done: 'Pretplata se nastavlja. Poslali smo vam i poruku.',
  },
  ledger: {
    title: 'Promene stanja',
    filter: 'Vrsta promene',
    all: 'Sve',
    date: 'Datum',
    what: 'Opis',
    unit: 'Vrsta',
    change: 'Promena',
    balance: 'Stanje',
    empty: 'Na stanju još nema L-banera.',
    emptyHint: 'Kupite paket ili upišite vaucher kod.',
    failed: 'Promene stanja nisu učitane. Pokušajte ponovo.',
  },
  periods: {
    title: 'Plaćeni paketi i računi',
    date: 'Datum',
    package: 'Paket',
    invoice: 'Račun',
    openInvoice: (number: string) => `Otvorite račun ${number} u novoj kartici`,
    until: 'Važi do',
    amount: 'Iznos',
    refunded: (amount: string) => `vraćeno ${amount}`,
    back: (email: string) =>
      `Od prvog ugovora odustajete u roku od ${countDays(COMPANY_WITHDRAWAL_DAYS)} od njegovog zaključenja, izjavom na ${email}. Kad ugovor prestane bez vaše krivice, za neutrošeno stanje iz poslednjeg plaćenog meseca vraća se srazmeran iznos.`,
    backLink: 'Pišite nam o povraćaju',
    backSubject: 'Povraćaj novca za reklamni paket',
    empty: 'Još nema plaćenih paketa.',
    failed: 'Računi nisu učitani. Pokušajte ponovo.',
  },
});

/** `+3.000`, `−120`, with a true minus. */
export const signed = (n: number): string => `${n > 0 ? '+' : '−'}${formatNumber(Math.abs(n))}`;
