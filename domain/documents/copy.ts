import type { Sentences } from '../errors.ts';
import type { InvoiceObstacle } from './issued-late.ts';
import type { DocumentKind } from './kinds.ts';

export const documentNames: Record<DocumentKind, string> = {
  proforma: 'Predračun',
  advance: 'Avansni račun',
  invoice: 'Račun',
  creditNote: 'Knjižno odobrenje',
  warranty: 'Garantni list',
  returnRecord: 'Zapisnik o povraćaju',
};

/** `Račun R-2026-000012`. */
export const documentTitle = ({ kind, number }: { kind: DocumentKind; number: string }): string =>
  `${documentNames[kind]} ${number}`;

/** Names of the files, without letters that archives of some systems break. */
export const documentFiles: Record<DocumentKind, string> = {
  proforma: 'predracun',
  advance: 'avansni-racun',
  invoice: 'racun',
  creditNote: 'knjizno-odobrenje',
  warranty: 'garantni-list',
  returnRecord: 'zapisnik',
};
export const pdfName = ({ kind, number }: { kind: DocumentKind; number: string }): string =>
  `${documentFiles[kind]}-${number}.pdf`;
export const archiveName = (order: number): string => `dokumenti-${order}.zip`;

const notIssued: Record<InvoiceObstacle, string> = {
  unpaid: 'Nije plaćeno, pa se račun ne izdaje.',
  returned: 'Novac je vraćen u celosti, pa se račun ne izdaje.',
  not_sent: 'Uređaji još nisu poslati. Račun se izdaje sam kad krene prva pošiljka.',
  periods: 'Račun paketa se izdaje za svaki plaćeni period, u spisku prodatih paketa.',
};

export const documentRefusals = {
  DOCUMENT_GONE: 'Tog dokumenta nema.',
  DOCUMENT_IN_THE_MAKING: ({ number }: { number: string }) =>
    `Dokument ${number} se pravi; pokušavamo sami i javljamo kad bude gotov.`,
  DOCUMENT_TAKEN_BACK: 'Taj račun je već u celosti storniran knjižnim odobrenjem. Osvežite stranu.',
  DOCUMENT_NOT_REISSUED: 'Ponovo se izdaje samo račun.',
  DOCUMENT_READER_GONE: 'Nalog kupca je obrisan, pa dokument nema kome da se pošalje.',
  DOCUMENT_NOT_ISSUED: ({ why }: { why: InvoiceObstacle }) => notIssued[why],
} satisfies Sentences;

/** Words on the screens. */
export const documentsCopy = {
  title: 'Dokumenti',
  open: (name: string, number: string) => `Preuzmite: ${name} ${number}`,
  busy: 'Pravimo dokument…',
  all: 'Sve (ZIP)',
  send: {
    action: 'Pošalji',
    done: (name: string) => `Poslato kupcu: ${name}.`,
    failed: 'Dokument nije poslat. Pokušajte ponovo.',
  },
  reissue: {
    action: 'Izdaj ponovo…',
    of: (number: string) => `Izdaj ponovo račun ${number}`,
    title: 'Izdati račun ponovo?',
    text: (number: string, amount: string) =>
      `Račun ${number} se stornira knjižnim odobrenjem na ${amount}, a nov račun na isti iznos dobija podatke ispod. Podaci važe i za sledeće račune. Oba dokumenta stižu kupcu email porukom.`,
    name: 'Naziv firme',
    address: 'Ulica i broj',
    postalCode: 'Poštanski broj',
    city: 'Mesto',
    country: 'Država',
    taxNumber: 'PIB',
    registrationNumber: 'Matični broj',
    taxNumberWrong: 'PIB nije ispravan. Proverite cifre.',
    registrationNumberWrong: 'Matični broj ima 8 cifara.',
    yes: 'Izdaj ponovo',
    done: (credit: string, invoice: string) => `Izdato: knjižno odobrenje ${credit} i račun ${invoice}.`,
  },
  /** Of what was sold before the shop issued any. */
  issue: {
    action: 'Izdaj račun…',
    title: 'Izdati račun?',
    text: 'Ovo je prodato pre nego što je prodavnica izdavala račune. Račun dobija sledeći broj i današnji datum, a iznos u dinarima je po kursu od dana kupovine. Stiže kupcu email porukom, a nalazi se i u njegovom nalogu.',
    yes: 'Izdaj račun',
    done: (number: string) => `Izdat je račun ${number}.`,
  },
};
