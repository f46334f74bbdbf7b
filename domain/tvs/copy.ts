import { formatDinars, formatNumber } from '../money.ts';
import { REGION_CHANGE_DAYS } from '../places/rules.ts';
import { plural } from '../plural.ts';
import { formatDate, formatDateTime } from '../time.ts';
import { countBanners, countHours } from '../wording.ts';
import { LAST_DAYS, type Suspicion, type TvState } from './rules.ts';

const tvsOf = (n: number) => plural(n, { one: '# televizor', few: '# televizora', other: '# televizora' });
const timesOf = (n: number) => plural(n, { one: '# put', few: '# puta', other: '# puta' });
const seconds = (ms: number) => `${(ms / 1000).toFixed(2).replace('.', ',')}\u00a0s`;
const unitsOf = ({ banners, tvSeconds }: { banners: number; tvSeconds: number }) =>
  [
    ...(banners > 0 || tvSeconds === 0 ? [countBanners(banners)] : []),
    ...(tvSeconds > 0 ? [`${formatNumber(tvSeconds)} s spota`] : []),
  ].join(' i ');

/** /admin/tvs: what TVs show, where they stand, what looks odd, and which campaigns are late. */
export const tvsCopy = {
  title: 'Televizori i emitovanje',
  live: (when: string) => `Uživo, ${when}`,
  lost: 'Bez veze. Brojke su od ranije.',
  figures: {
    label: 'Televizori po stanju',
    shows: ['prikazuje sada', (n: number) => `od ${formatNumber(n)} povezanih`],
    on: ['uključeno, ne prikazuje', () => 'u pozadini, bez licence ili bez reklama'],
    away: ['bez veze duže od 7 dana', () => 'Prikaži spisak'],
    suspicious: [
      'sumnjivo',
      (n: number) =>
        n === 0
          ? 'nema šta da se odluči'
          : plural(n, { one: '# nalog čeka odluku', few: '# naloga čekaju odluku', other: '# naloga čeka odluku' }),
    ],
    behind: ['kampanje kasne', () => 'više od 10% ispod plana'],
  },
  chart: {
    title: 'Televizori koji prikazuju, danas po satima',
    now: (n: number) => `${formatNumber(n)} sada`,
    peak: (n: number, hour: number) => `juče najviše ${formatNumber(n)} u ${hour} h`,
    noPeak: 'Za juče nema podataka.',
    hour: (hour: number) => `${hour} h`,
    table: 'Prikaži tabelu',
    none: 'Danas još ništa nije prikazano.',
    th: ['Sat', 'Televizora'],
  },
  matrix: {
    title: 'Povezani televizori po regionu i grupi',
    region: 'Region',
    all: 'Ukupno',
    unknown: 'Nije upisano',
    filter: (place: string, n: number) => `${place}: ${tvsOf(n)}. Prikaži u spisku`,
  },
  suspicious: {
    title: 'Sumnjivi televizori',
    note: 'Mašina samo pokazuje. Odluku donosi čovek.',
    th: { tv: 'Televizor i vlasnik', why: 'Zašto', figure: 'Podatak', open: 'Nezaključeno', acts: 'Radnje' },
    empty: 'Nema sumnjivih televizora.',
    why: (kind: Suspicion, figure: number) =>
      ({
        network: `${tvsOf(figure)} istog naloga na istoj mreži`,
        always: `Prikazuje bez prekida ${plural(Math.floor(figure / 24), { one: '# dan', few: '# dana', other: '# dana' })}`,
        rhythm: 'Javljanja u savršenom ritmu',
      })[kind],
    measured: (of: {
      kind: Suspicion;
      figure: number;
      spread: number;
      typical: number;
      network: string;
      since: Date | string;
    }) =>
      ({
        network: `od ${formatDate(of.since)}; mreža ${of.network}`,
        always: `${countHours(of.figure)}, najduža pauza ${formatNumber(Math.round(of.spread / 1000))}\u00a0s`,
        rhythm: `razmak ${seconds(of.typical)} ± ${seconds(of.spread)}, ${timesOf(of.figure)}`,
      })[of.kind],
    open: formatDinars,
  },
  look: 'Pogledaj prikaze',
  block: 'Blokiraj',
  unblock: 'Odblokiraj',
  clear: 'Nije sumnjivo',
  cleared: 'Zapisano. Televizor se ponovo pojavljuje samo ako podatak poraste.',
  blockDialog: {
    title: (number: string) => `Blokirate TV ${number}?`,
    text: (units: string, companies: number, reward: number) =>
      `Prikazi ovog televizora se više ne priznaju. ${
        companies === 0
          ? 'Nezaključenih prikaza nema.'
          : `Nezaključeno je ${units}; to se vlasniku ne priznaje${reward > 0 ? ` (nagrada ${formatDinars(reward)})` : ''} i vraća se ${companies === 1 ? 'jednoj firmi' : `firmama (${formatNumber(companies)})`}.`
      } Zaključeni meseci se ne menjaju. Vlasnik prima poruku sa razlogom.`,
    reason: 'Razlog, kako ga vlasnik čita',
    hint: 'Na primer: tri televizora istog naloga rade sa iste mreže.',
    required: 'Napišite razlog.',
    yes: 'Blokiraj televizor',
    done: (units: string) => `Televizor je blokiran. Poništeno: ${units}.`,
  },
  unblockDialog: {
    title: (number: string) => `Odblokirate TV ${number}?`,
    text: 'Prikazi se računaju od sada. Ono što je poništeno ostaje poništeno.',
    done: 'Televizor je odblokiran.',
  },
  list: {
    title: 'Svi televizori',
    search: 'Broj televizora ili ime vlasnika',
    orders: { desc: 'Najnoviji prvo', asc: 'Najstariji prvo' },
    order: 'Povezan',
    state: 'Stanje',
    everyState: 'Sva stanja',
    region: 'Region',
    everyRegion: 'Svi regioni',
    venue: 'Grupa',
    everyVenue: 'Sve grupe',
    waits: 'Čeka potvrdu mesta',
    silent: 'Bez veze duže od 24 sata',
    th: {
      tv: 'Televizor',
      owner: 'Vlasnik',
      place: 'Gde stoji',
      state: 'Stanje',
      seen: 'Javio se',
      version: 'Verzija',
    },
    empty: 'Nijedan televizor nije povezan.',
    emptyFilter: 'Nema televizora za ovaj izbor.',
    open: (number: string, name: string) => `TV ${number} ${name}: prikazi i podaci`,
    never: 'još se nije javio',
    unlicensed: 'Bez licence',
    unlinked: (when: Date | string) => `veza prekinuta ${formatDateTime(when)}`,
    waiting: 'mesto nije potvrđeno',
    waitingCount: (n: number) =>
      plural(n, {
        one: '# televizor čeka potvrdu vrste mesta.',
        few: '# televizora čekaju potvrdu vrste mesta.',
        other: '# televizora čeka potvrdu vrste mesta.',
      }),
    showWaiting: 'Prikaži ih',
  },
  states: {
    shows: 'Prikazuje',
    on: 'Uključen, ne prikazuje',
    off: 'Isključen',
    away: 'Bez veze duže od 7 dana',
    blocked: 'Blokiran',
  } satisfies Record<TvState, string>,
  one: {
    title: (number: string) => `TV ${number}`,
    close: 'Zatvori',
    screen: 'Ekran',
    noScreen: 'Još nije javio šta prikazuje.',
    size: (width: number, height: number) => `${width} × ${height} px`,
    visible: 'u prvom planu',
    hidden: 'u pozadini',
    free: 'Slobodno mesta',
    error: (text: string, when: Date | string) => `Poslednja greška, ${formatDateTime(when)}: ${text}`,
    licence: 'Licenca',
    licences: { serial: 'Uređaj', unnumbered: 'Uređaj bez broja', grace: 'Prelazni rok' } as Record<string, string>,
    until: (when: Date | string) => `do ${formatDate(when)}`,
    noLicence: 'Nema licence, prikazuje samo program.',
    /** The device is back, its order was refunded, or its days are over. */
    notInForce: 'više ne važi, prikazuje samo program',
    confirmed: (how: string, by: string, when: Date | string) => `Mesto potvrđeno: ${how}, ${by}, ${formatDate(when)}`,
    hows: { photo: 'fotografija', visit: 'poseta', call: 'poziv' },
    confirm: 'Potvrdi mesto',
    confirmBy: { photo: 'Po fotografiji', visit: 'Posetom', call: 'Pozivom' },
    confirmedNow: 'Vrsta mesta je potvrđena.',
    refuse: 'Nije tačno',
    refuseTitle: 'Vrsta mesta nije tačna?',
    refuseText: 'Vrsta mesta se briše i vlasnik je upisuje ponovo. Prima poruku sa razlogom.',
    refused: 'Vrsta mesta je obrisana.',
    reload: 'Osveži',
    relink: 'Ponovo poveži',
    relinkTitle: 'Televizor se povezuje iznova?',
    relinkText: 'Televizor zaboravlja nalog i prikazuje QR kod. Neko ispred ekrana mora ponovo da ga poveže.',
    asked: 'Televizor to radi sa sledećim javljanjem, za oko minut.',
    waitsFor: { reload: 'Čeka da se osveži', relink: 'Čeka da se ponovo poveže' },
    heard: (when: Date | string) => `Poruku primio ${formatDateTime(when)}`,
    move: 'Premesti',
    moveTitle: 'U kom regionu je televizor?',
    moveText: `Vlasnik menja region dvaput u ${REGION_CHANGE_DAYS} dana, a preko vas koliko treba. Reklame za novi region dobija sa sledećim javljanjem; ono što je već prikazao ostaje u starom.`,
    moveRegion: 'Region',
    chooseRegion: 'Izaberite region',
    moved: (region: string) => `Televizor je u regionu: ${region}.`,
    days: `Viđeno po danima, poslednjih ${LAST_DAYS} dana`,
    plays: 'Poslednji prikazi',
    playsEmpty: `U poslednjih ${LAST_DAYS} dana nema prikaza.`,
    playsTh: { when: 'Početak', campaign: 'Kampanja', outcome: 'Ishod', visible: 'Na ekranu' },
    counted: 'Uračunat',
    returned: 'Vraćen neprikazan',
    again: (n: number) => `poslat još ${timesOf(n)}`,
    blocks: 'Blokade',
    block: (of: { at: Date | string; by: string; reason: string }) =>
      `${formatDateTime(of.at)}, ${of.by}: ${of.reason}`,
    voided: (units: string) => `Poništeno: ${units}`,
    lifted: (when: Date | string, by: string) => `Odblokiran ${formatDateTime(when)}, ${by}`,
  },
  freeDevice: {
    title: 'Uređaj obrisanog naloga',
    text: 'Kad se obriše nalog koji je koristio uređaj, broj uređaja ostaje iskorišćen. Oslobodite ga kad je uređaj ponovo kod kupca koji se javio.',
    serial: 'Serijski broj uređaja',
    serialHint: 'Na primer VDK-26-004417.',
    required: 'Upišite serijski broj.',
    yes: 'Oslobodi uređaj',
    done: 'Uređaj je oslobođen. Kupac ponovo može da ga koristi.',
  },
  units: unitsOf,
} as const;
