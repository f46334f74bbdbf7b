import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';

/** Signing in a television, and the list of one's own televisions. */
export const copy = {
  tv: {
    title: 'Povežite ovaj televizor',
    device: 'TV',
    ok: 'OK',
    steps: ['Otvorite kameru na telefonu.', 'Skenirajte QR kod.', 'Prijavite se na telefonu.'],
    noCamera: 'Bez kamere? U pregledaču otvorite',
    waiting: 'Čekamo prijavu sa telefona…',
    /** Minutes while there are minutes; nobody counts 598 seconds. */
    refresh: (seconds: number) =>
      seconds >= 60
        ? `Kod se menja za ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min.`
        : plural(seconds, {
            one: 'Kod se menja za # sekundu.',
            few: 'Kod se menja za # sekunde.',
            other: 'Kod se menja za # sekundi.',
          }),
    expired: 'Kod je istekao. Pritisnite OK za novi.',
    linkedWord: 'Povezano',
    noNumber: '– – –',
    linkedTitle: 'Uspešno povezano!',
    linkedText: (owner: string) => `Prikazi se od sada beleže na nalog: ${owner}`,
    linkedNext: 'Program počinje za nekoliko sekundi.',
    offline: 'Nema veze sa internetom. Proverite bežičnu mrežu.',
    qrAlt: (number: string) => `QR kod za povezivanje televizora broj ${number}`,
    digits: 'Ako telefon pita za dve cifre:',
    suspendedTitle: 'Prikazivanje je zaustavljeno',
    suspendedText: 'Nalog na koji je ovaj televizor povezan trenutno nije aktivan.',
    suspendedNext: (email: string) =>
      `Program se nastavlja sam čim nalog ponovo bude aktivan. Za pomoć pišite na ${email}.`,
  },
  phone: {
    title: 'Povežite televizor',
    number: (number: string) => `TV broj: ${number}`,
    numberLabel: 'Broj sa ekrana televizora',
    numberHint: 'Devet cifara, npr. 481\u00a0700\u00a0305.',
    numberMissing: 'Upišite broj sa ekrana televizora.',
    numberWrong: 'Broj ima devet cifara. Pogledajte ekran televizora.',
    numberButton: 'Nastavi',
    lead: 'Uporedite broj sa onim na ekranu televizora, pa se prijavite.',
    warning: 'Povezujte samo televizor koji vidite pred sobom.',
    email: 'Email adresa',
    password: 'Lozinka',
    button: 'Prijavi se i poveži',
    busy: 'Povezivanje…',
    automatic: 'Već ste prijavljeni. Povezujemo televizor…',
    askTitle: 'Da li je ovaj televizor ispred vas?',
    askWhy: 'Vaš telefon nije na istoj mreži kao televizor, pa pre povezivanja tražimo potvrdu.',
    askBegun: 'Kod je prikazan',
    askNetwork: 'Mreža televizora',
    askUnknown: 'nepoznata',
    askNumber: 'Broj televizora',
    digits: 'Dve cifre sa ekrana televizora',
    digitsHint: 'Stoje na ekranu, ispod broja televizora.',
    digitsMissing: 'Upišite obe cifre sa ekrana.',
    askButton: 'Da, poveži ovaj televizor',
    askNot: 'Ako ga ne vidite, zatvorite ovu stranu: ništa nije povezano.',
    noAccount: 'Nemate nalog? Registrujte se.',
    okTitle: 'Uspešno povezano!',
    okText: (number: string) => `Televizor ${number} je povezan sa vašim nalogom. Ovu stranu možete da zatvorite.`,
    okAccount: 'Moji televizori',
    linkFailed: 'Došlo je do greške pri povezivanju sa uređajem.',
    unexpected: 'Došlo je do neočekivane greške.',
    notApproved: 'Vaš nalog još čeka odobrenje. Televizor možete da povežete čim ga odobrimo.',
    used: 'Ovaj kod je već iskorišćen: televizor je povezan.',
    backToTv: 'Pogledajte ekran televizora i skenirajte novi kod.',
  },
  unlinkLink: {
    title: 'Prekid veze sa televizorom',
    lead: 'Otvorili ste link iz poruke. Veza se prekida tek kad pritisnete dugme.',
    row: (name: string, number: string) => (name.includes(number) ? name : `${name} · TV ${number}`),
    linked: (when: string) => `povezan ${when}`,
    until: (when: string) => `Link važi do ${when}`,
    after: 'Ako televizor niste vi povezali, promenite i lozinku.',
    button: 'Prekini vezu',
    mine: 'Moj je televizor, ostavi vezu',
    doneTitle: 'Veza je prekinuta',
    done: (number: string) => `Televizor ${number} više nije povezan sa vašim nalogom.`,
    password: 'Promenite lozinku',
    deadTitle: 'Ovaj link više ne važi',
    dead: 'Televizor je već odvezan ili je prošlo 72 sata od povezivanja. Svoje televizore vidite u nalogu.',
    devices: 'Moji televizori',
  },
  account: {
    title: 'Povezani televizori',
    row: (number: string, linked: string) => `TV ${number} · povezan ${linked}`,
    lastSeen: (when: string) => `poslednji put viđen ${when}`,
    neverSeen: 'još nije viđen',
    rename: 'Preimenuj',
    renameLabel: (name: string) => `Preimenuj: ${name}`,
    name: 'Naziv televizora',
    nameMissing: 'Upišite naziv.',
    unlink: 'Prekini vezu',
    unlinkLabel: (name: string) => `Prekini vezu: ${name}`,
    confirmTitle: (name: string) => `Prekidate vezu: ${name}?`,
    confirm: (number: string) =>
      `Prekidate vezu sa televizorom ${number}? Prikazi na njemu više se neće beležiti na vaš nalog.`,
    done: (number: string) => `Veza sa televizorom ${number} je prekinuta.`,
    emptyTitle: 'Još nema televizora',
    empty: 'Nijedan televizor još nije povezan. Uključite Vidik i skenirajte QR kod sa ekrana.',
  },
  defaultName: (number: string) => `Televizor ${number}`,
} as const;

export const deviceRefusals = {
  LICENCE_NOT_YOURS:
    'Ovaj serijski broj nije među uređajima koji su vam isporučeni. Proverite broj ili upišite kod koji ste dobili uz uređaj.',
  LICENCE_CODE_WRONG: 'Ovaj kod ne važi. Zatražite novi od onoga ko vam je dao uređaj.',
  LICENCES_USED_UP: 'Svi vaši uređaji bez broja već imaju svoj televizor.',
  LICENCE_BLOCKED: 'Dok je televizor blokiran, ostaje na svom uređaju. Ako mislite da je u pitanju greška, pišite nam.',
  REGION_CHANGED_OFTEN: ({ from }: { from: string | Date }) =>
    `Region se menja najviše dva puta u 30 dana. Sledeća promena je moguća od ${formatDate(from)}; ako je hitno, pišite nam.`,
  PAIRING_NUMBER_INVALID: 'Neispravan ID uređaja.',
  PAIRING_UNKNOWN: 'TV uređaj sa ovim ID-om nije pronađen.',
  PAIRING_EXPIRED: 'Kod je istekao. Pogledajte ekran televizora i skenirajte novi kod.',
  PAIRING_TAKEN: 'Ovaj televizor je već povezan sa drugim nalogom. Dosadašnji vlasnik najpre treba da prekine vezu.',
  PAIRING_DIGITS_NEEDED: 'Upišite dve cifre sa ekrana televizora.',
  PAIRING_DIGITS_WRONG: ({ left }: { left: number }) =>
    left === 0
      ? 'Cifre nisu tačne. Televizor sada prikazuje novi kod; skenirajte njega.'
      : plural(left, {
          one: 'Cifre nisu tačne. Imate još # pokušaj.',
          few: 'Cifre nisu tačne. Imate još # pokušaja.',
          other: 'Cifre nisu tačne. Imate još # pokušaja.',
        }),
  UNLINK_LINK_DEAD: 'Ovaj link više ne važi: televizor je već odvezan ili je prošlo 72 sata od povezivanja.',
  PAIRING_NOT_LINKED: 'Televizor još nije povezan.',
  PAIRING_CLAIMED: 'Televizor je već preuzeo svoju vezu.',
} satisfies Sentences;
