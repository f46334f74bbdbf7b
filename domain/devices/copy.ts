import { common } from '../copy.ts';
import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';

/** copy/auth.md, sections 10 and 11; copy/packages.md, section 7 (Televizori). */
export const copy = {
  tv: {
    title: 'Povežite ovaj televizor',
    device: 'TV',
    ok: 'OK',
    steps: ['Otvorite kameru na telefonu.', 'Skenirajte QR kod.', 'Prijavite se na telefonu.'],
    noCamera: (address: string) => `Bez kamere? U pregledaču otvorite ${address}`,
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
    advertTitle: 'Skenirajte za više',
    advertClose: 'Pritisnite „nazad“ da sakrijete kod',
    advertOpen: 'Pritisnite OK za QR kod',
    demo: 'Demo program: oglasi su izmišljeni.',
    advertQrAlt: (advertiser: string) => `QR kod sajta oglašivača: ${advertiser}`,
  },
  phone: {
    title: 'Povežite televizor',
    number: (number: string) => `TV broj: ${number}`,
    lead: 'Uporedite broj sa onim na ekranu televizora, pa se prijavite.',
    warning: 'Povezujte samo televizor koji vidite pred sobom.',
    email: 'Email adresa',
    password: 'Lozinka',
    button: 'Prijavi se i poveži',
    busy: 'Povezivanje…',
    automatic: 'Već ste prijavljeni. Povezujemo televizor…',
    noAccount: 'Nemate nalog? Registrujte se.',
    okTitle: 'Uspešno povezano!',
    okText: (number: string) => `Televizor ${number} je povezan sa vašim nalogom. Ovu stranu možete da zatvorite.`,
    okAccount: 'Moji televizori',
    badNumber: 'Neispravan ID uređaja.',
    notFound: 'TV uređaj sa ovim ID-om nije pronađen.',
    linkFailed: 'Došlo je do greške pri povezivanju sa uređajem.',
    unexpected: 'Došlo je do neočekivane greške.',
    notApproved: 'Vaš nalog još čeka odobrenje. Televizor možete da povežete čim ga odobrimo.',
    used: 'Ovaj kod je već iskorišćen: televizor je povezan.',
    backToTv: 'Pogledajte ekran televizora i skenirajte novi kod.',
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
  PAIRING_TOO_MANY: ({ minutes }: { minutes: number }) => common.tooMany(minutes),
  PAIRING_NUMBER_INVALID: 'Neispravan ID uređaja.',
  PAIRING_UNKNOWN: 'TV uređaj sa ovim ID-om nije pronađen.',
  PAIRING_EXPIRED: 'Kod je istekao. Pogledajte ekran televizora i skenirajte novi kod.',
  PAIRING_TAKEN: 'Ovaj televizor je već povezan sa drugim nalogom. Dosadašnji vlasnik najpre treba da prekine vezu.',
  PAIRING_NOT_LINKED: 'Televizor još nije povezan.',
  PAIRING_CLAIMED: 'Televizor je već preuzeo svoju vezu.',
} satisfies Sentences;
