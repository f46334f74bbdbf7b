import type { DECLINABLE } from '../campaign-kinds.ts';
import { plural } from '../plural.ts';
import { countBanners } from '../wording.ts';

/** Where a TV stands and on which device it runs: after linking, and in the account. */
export const setUpCopy = {
  steps: ['Prijava', 'Povezano', 'Gde stoji'],
  title: 'Gde stoji ovaj televizor?',
  text: 'Po ovome oglašivači biraju gde se reklama prikazuje. Adresu i ime ne vide.',
  name: 'Kako ga zovete',
  region: 'Region',
  regionPick: 'Izaberite region',
  regionHint: 'Predložili smo ga po gradu iz vašeg naloga.',
  regionMissing: 'Izaberite region.',
  venue: 'Vrsta mesta',
  venuePick: 'Izaberite vrstu mesta',
  venueMissing: 'Izaberite vrstu mesta.',
  licence: 'Serijski broj uređaja',
  licenceHint: 'Stoji na kutiji i na uređaju. Jedan uređaj važi za jedan televizor.',
  licencePick: 'Izaberite uređaj',
  licenceOther: 'Drugi broj ili kod…',
  licenceTyped: 'Serijski broj ili kod',
  licenceTypedHint: 'Na primer VDK-26-004417, ili kod koji ste dobili uz uređaj.',
  licenceWanted: 'Upišite serijski broj ili kod.',
  licenceMissing: 'Bez serijskog broja televizor prikazuje samo program, bez reklama i nagrade.',
  unnumbered: 'Uređaj bez broja',
  unnumberedLeft: (n: number) =>
    plural(n, {
      one: 'Uređaj bez broja (imate još #)',
      few: 'Uređaj bez broja (imate još #)',
      other: 'Uređaj bez broja (imate još #)',
    }),
  moves: (serial: string, tv: string) => `${serial}, sada: ${tv}`,
  blocked: (serial: string) => `${serial}, na blokiranom televizoru`,
  button: 'Sačuvaj',
  busy: 'Čuvamo…',
  later: 'Kasnije',
  hint: 'Sve ovo kasnije menjate u nalogu, u delu Televizori. Promena važi od sledeće reklame.',
  unsaved: 'Gde stoji televizor',
  saved: 'Sačuvano. Važi od sledeće reklame.',
  unconfirmed: 'Vrstu mesta potvrđuje naš tim. Do tada televizor prikazuje samo reklame za sve regione i sve grupe.',
} as const;

export const declineCopy = {
  title: 'Koje reklame ne želite',
  all: 'Bez reklama i merenja',
  allHint: 'Televizori na ovom nalogu prikazuju samo program. Prikazi se ne beleže i nema nagrade.',
  categories: 'Ne prikazuj reklame za',
  names: {
    alcohol: 'Alkohol',
    betting: 'Klađenje i igre na sreću',
    medicine: 'Lekove i zdravlje',
    credit: 'Kredite i pozajmice',
    political: 'Političke poruke',
  } satisfies Record<(typeof DECLINABLE)[number], string>,
  saved: 'Sačuvano. Televizori to primenjuju kad se sledeći put jave.',
} as const;

export const ownTvCopy = {
  badge: {
    declined: 'Bez reklama',
    plays: 'Prikazuje',
    on: 'Uključen',
    off: 'Ugašen',
    offline: 'Bez veze',
    incomplete: 'Dopunite podatke',
    blocked: 'Blokiran',
  },
  now: (banners: string, seconds: string) => `prikazuje sada · danas ${banners} i ${seconds}`,
  inBackground: (banners: string, seconds: string) =>
    `ne prikazuje: stranica nije u prvom planu · danas ${banners} i ${seconds}`,
  banners: countBanners,
  seconds: (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' }),
  missingPlace: (name: string) => `${name} nema region i vrstu mesta.`,
  missingPlaceText: 'Do tada prikazuje samo reklame za sve regione i sve grupe.',
  missingLicence: (name: string) => `${name} nema serijski broj uređaja.`,
  missingLicenceText: 'Do tada prikazuje samo program, bez reklama i nagrade.',
  device: 'Uređaj',
  noDevice: 'nije upisan',
  until: (day: string) => `bez broja, do ${day}`,
  change: 'Promeni',
  enter: 'Upiši',
  deviceOf: (name: string) => `Uređaj za: ${name}`,
  handOver: 'Predaj drugome',
  handOverTitle: (serial: string) => `Predajete uređaj ${serial}?`,
  handOverText:
    'Napravićemo kod. Ko ga upiše pri povezivanju svog televizora, preuzima uređaj, a vaš televizor na njemu prestaje da prikazuje reklame.',
  handOverYes: 'Napravi kod',
  handOverProof: 'Pre predaje uređaja potvrdite da ste to vi.',
  code: 'Kod za preuzimanje',
  codeText: (until: string) =>
    `Važi do ${until} i samo jednom. Zapišite ga: više ga ne prikazujemo. Novi kod poništava prethodni.`,
} as const;
