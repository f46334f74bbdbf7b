import type { FileKindName } from '../files/kinds.ts';
import { plural } from '../plural.ts';
import { typeset } from '../typography.ts';
import type { DetailedPart } from './details.ts';
import type { Receipts } from './facts.ts';

/** What opens from a row of /admin/system. */
export const detailsCopy = typeset({
  titles: {
    version: 'Šta je novo',
    files: 'Mesto za datoteke',
    backups: 'Rezervne kopije',
    doubles: 'Podešavanja probnih servisa',
  } satisfies Record<DetailedPart, string>,
  close: 'Zatvori',
  where: 'Gde se čuvaju',
  notSet: 'nije podešeno',
  news: {
    release: (release: string) => `Verzija ${release}.`,
    language: 'Spisak izmena je isporučen uz nju, na engleskom.',
    none: 'Uz ovu verziju nije isporučen spisak izmena.',
  },
  files: {
    taken: 'Zauzeto',
    takenOf: (size: string, allowed: string) => `${size} od predviđenih ${allowed}`,
    left: 'Preostalo',
    disk: 'Slobodno na disku',
    diskFree: (size: string, percent: number) => `${size}, ${percent}%`,
    caption: 'Datoteke po vrsti',
    kind: 'Vrsta',
    count: 'Broj',
    size: 'Veličina',
    week: 'Za 7 dana',
    none: 'Nijedna datoteka nije sačuvana.',
    kinds: {
      'advert-picture': 'Slike L-banera, kako su poslate',
      'advert-banner': 'L-baneri za prikaz',
      'advert-film': 'TV spotovi, kako su poslati',
      'advert-spot': 'TV spotovi za prikaz',
      'advert-poster': 'Sličice TV spotova',
      'advert-report': 'Izveštaji o kampanjama',
      'return-upload': 'Slike uz povraćaje, kako su poslate',
      'return-picture': 'Slike uz povraćaje',
      'return-thumb': 'Sličice uz povraćaje',
      document: 'Dokumenti (PDF)',
    } satisfies Record<FileKindName, string>,
  },
  backups: {
    target: 'Drugo mesto',
    every: 'Prave se',
    everyHours: (n: number) => plural(n, { one: 'na svaki # sat', few: 'na svaka # sata', other: 'na svakih # sati' }),
    onlyAsked: 'samo na zahtev',
    keep: 'Čuva se',
    kept: (n: number) =>
      plural(n, { one: 'poslednja # kopija', few: 'poslednje # kopije', other: 'poslednjih # kopija' }),
    lock: 'Zaštita',
    locked: 'zaključane lozinkom',
    open: 'bez lozinke',
    made: 'Napravljena',
    size: 'Veličina',
    took: 'Trajalo',
    proof: 'Proba vraćanja',
    unproven: 'još nije',
    none: 'Nijedna rezervna kopija nije napravljena.',
  },
  doubles: {
    text: 'Vrednosti se menjaju na serveru, koji se posle izmene pokreće ponovo. Tajne se ne prikazuju.',
    setting: 'Podešavanje',
    service: 'Servis',
    value: 'Vrednost',
    secret: 'podešeno, ne prikazuje se',
    none: 'Nijedan probni servis nije u upotrebi.',
    receipts: 'Fiskalni računi',
    sef: 'Fakture u SEF-u',
    byHand: {
      receipts: {
        manual: 'Izdaju se na uređaju firme; broj se upisuje pre nego što paket krene.',
        off: 'Broj se ne traži.',
      },
      sef: {
        manual: 'Izdaju se u samom SEF-u; broj se upisuje pre nego što paket krene.',
        off: 'Broj se ne traži.',
      },
    } satisfies Record<string, Record<Receipts, string>>,
    guide: 'Uputstvo',
    guideFile: 'docs/operations.md, „Settings“',
  },
});
