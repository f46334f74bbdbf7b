import { FEWEST_TVS } from '../places/rules.ts';
import { plural } from '../plural.ts';
import { countDays } from '../wording.ts';

const agoOf = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `pre ${rest} min`;
  if (hours < 24) return `pre ${hours} h${rest === 0 ? '' : ` ${rest} min`}`;
  return `pre ${countDays(Math.floor(hours / 24))}`;
};

interface Paused {
  isAccountOpen: boolean;
  isHeldByStaff: boolean;
  isSpecial: boolean;
  reason: string;
}

/** /admin/campaigns: the queue, the decision, and what runs. */
export const reviewCopy = {
  title: 'Kampanje',
  live: 'Lista se osvežava sama.',
  lost: 'Bez veze. Lista je od ranije.',
  tabsLabel: 'Kampanje po stanju',
  tabs: {
    review: 'Čekaju pregled',
    active: 'Emituju se',
    behind: 'Zaostaju',
    paused: 'Pauzirane',
    rejected: 'Odbijene',
    done: 'Završene',
  },
  queueHint: 'Najstarije prvo. Firmama pišemo da odgovor stiže obično istog radnog dana.',
  queue: 'Kampanje koje čekaju pregled',
  one: 'Kampanja',
  gone: 'Ova kampanja više ne čeka pregled.',
  goneText: 'U međuvremenu je o njoj odlučio drugi administrator, ili ju je firma povukla.',
  goneNext: 'Sledeća kampanja',
  sentAgain: 'Firma je u međuvremenu poslala kampanju ponovo.',
  sentAgainText: 'Ovde još stoji kakva je bila. O njoj odlučujete kad pogledate novu.',
  sentAgainShow: 'Prikaži novu',
  sent: (when: string, sendings: number) => `poslato ${when} · ${sendings <= 1 ? 'prvi put' : 'ponovo'}`,
  /** Of what waits in the queue: `L-baner · pre 4 h 40 min`. */
  waits: (kind: string, ms: number) => `${kind} · ${agoOf(Math.max(1, Math.floor(ms / 60_000)))}`,
  /** Of what can no longer be shown, in the queue and at the campaign. */
  passed: { days: 'poslednji dan je prošao', hours: 'svi sati plana su prošli' },
  passedText: 'Ne može da se odobri: firma bira novo vreme i šalje kampanju ponovo.',
  checked: 'Mašina je proverila',
  picture: (width: number, height: number, megabytes: string) =>
    `${width} × ${height} px, ${megabytes} MB, ponovo snimljeno`,
  film: (width: number, height: number, rate: string) =>
    `${width} × ${height} px, ${rate} slika u sekundi, ponovo snimljeno`,
  filmLength: (sent: string, shown: number) => `Traje ${sent} s; prikaz se naplaćuje kao ${shown} s`,
  filmSound: (loudness: string) => `Zvuk je bio ${loudness} LUFS, ujednačen na −23`,
  filmSilent: 'Bez zvuka',
  window: 'Prozor za program je prazan',
  qrPlace: 'Mesto za QR kod je prazno',
  address: (status: number | null) =>
    status === null ? 'Adresa je https' : `Adresa odgovara: ${status}, https, bez preusmerenja`,
  codePaused: 'QR kod pauziran',
  category: (name: string) => `Firma je navela: ${name.toLowerCase()}`,
  change: 'Izmena kampanje koja se emituje',
  changeHint: 'Dok je ne odobrite, televizori prikazuju staru reklamu. Posle odobrenja stara se povlači.',
  changeBefore: 'Sada na televizorima',
  changeAddress: (before: string) => `Sada otvara ${before}`,
  sameAddress: 'Adresa ostaje ista',
  changeMark: 'izmena',
  changeApproved: (name: string) => `Izmena kampanje „${name}“ je odobrena. Televizori je preuzimaju.`,
  changeRejectHint: 'Napišite šta da se promeni. Izmena se vraća firmi, a kampanja se emituje sa starom reklamom.',
  /** What goes on with a special package that was stopped. */
  replacement: {
    title: 'Druga reklama za Specijalni paket koji stoji',
    hint: 'Posle odobrenja paket se nastavlja na istim mestima, a dani koji nisu održani dodaju se na kraj.',
    before: 'Poslednja reklama',
    address: (before: string) => `Poslednja je otvarala ${before}`,
    rejectHint: 'Napišite šta da se promeni. Reklama se vraća firmi, a paket i dalje stoji.',
  },
  facts: { company: 'Firma', opens: 'Otvara', time: 'Trajanje', budget: 'Budžet', region: 'Region', venue: 'Grupa' },
  tax: (number: string) => `PIB ${number}`,
  budget: (units: string, pace: string, free: string) => `${units}, ${pace}; slobodno na stanju ${free}`,
  tvs: (n: number | null) =>
    n === null
      ? `manje od ${FEWEST_TVS} televizora`
      : plural(n, { one: '# televizor', few: '# televizora', other: '# televizora' }),
  approve: 'Odobri',
  reject: 'Odbij sa razlogom',
  keys: 'J K sledeća, prethodna · O odobri · B odbij',
  rejectTitle: 'Zašto se odbija',
  rejectLabel: 'Firma dobija ovaj tekst',
  /** `isOfAdvert`: it is about a picture or a film. */
  picks: [
    {
      label: 'Tekst je previše sitan',
      text: 'Tekst na slici je sitniji od 28 px i ne čita se sa tri metra. Povećajte ga i pošaljite ponovo.',
      isOfAdvert: true,
    },
    {
      label: 'Netačna ili nedostupna adresa',
      text: 'Adresa koju otvara QR kod ne radi ili ne vodi na vaš sajt. Ispravite je i pošaljite ponovo.',
      isOfAdvert: false,
    },
    {
      label: 'Zabranjen sadržaj',
      text: 'Reklama ima sadržaj koji po uslovima ne prikazujemo.',
      isOfAdvert: true,
    },
    {
      label: 'Tuđ znak ili fotografija',
      text: 'Na slici je tuđ znak ili fotografija. Pošaljite dokaz o pravu ili drugu sliku.',
      isOfAdvert: true,
    },
    { label: 'Nešto drugo', text: '', isOfAdvert: false },
  ],
  rejectAdverts: 'Reklame zbog kojih se vraća',
  rejectAdvertsHint: 'Firmu vodimo pravo na njih. Ako je reč o nečem drugom, ne označavajte nijednu.',
  rejectHint: 'Napišite šta da se promeni. Kampanja se vraća firmi na ispravku. Sa stanja nije skinuto ništa.',
  rejectRequired: 'Napišite razlog.',
  rejectYes: 'Odbij i pošalji',
  /** `starts`: its first hour; `null`: it is this one. */
  approved: (name: string, starts: string | null) =>
    `„${name}“ je odobrena i ${starts === null ? 'emituje se' : `počinje ${starts}`}.`,
  /** Of a special package nobody has started yet. */
  approvedSpecial: (name: string) =>
    `„${name}“ je odobrena. Paket počinje kad izaberete mesta i prvi dan, u Specijalnim paketima.`,
  notStarted: 'Specijalni paket, prvi dan još nije izabran',
  undo: 'Opozovi',
  undone: (name: string) => `„${name}“ ponovo čeka pregled.`,
  rejected: (name: string) => `„${name}“ je vraćena firmi.`,
  empty: 'Nijedna kampanja ne čeka pregled.',
  none: 'Nema kampanja u ovom stanju.',
  recent: 'Poslednje odluke',
  log: 'Dnevnik',
  th: {
    campaign: 'Kampanja',
    company: 'Firma',
    decision: 'Odluka',
    reason: 'Razlog',
    who: 'Ko i kada',
    progress: 'Viđeno i plan',
    acts: 'Radnje',
  },
  pause: 'Pauziraj',
  resume: 'Nastavi',
  end: 'Završi',
  withdraw: 'Ukloni',
  pauseTitle: (name: string) => `Pauzirate „${name}“?`,
  pauseText: 'Kampanja stoji dok je ovde ne nastavite. Firma čita ovaj razlog i ne može sama da je nastavi.',
  pauseYes: 'Pauziraj kampanju',
  /** Whose pause it is, or why it is paused. */
  paused: ({ isAccountOpen, isHeldByStaff, isSpecial, reason }: Paused): string => {
    if (!isAccountOpen) return 'Nalog firme je zatvoren ili blokiran';
    if (isHeldByStaff) return ['pauzirali smo mi', ...(reason ? [reason] : [])].join(': ');
    return reason || (isSpecial ? '' : 'pauzirala firma');
  },
  /** Of a pause that we do not hold. */
  resumeTitle: (name: string) => `Nastavljate „${name}“ umesto firme?`,
  resumeText:
    'Ovu pauzu ne držimo mi: firma može sama da nastavi kampanju. Ako je nastavite, odmah se opet prikazuje i troši budžet firme, a firma to vidi tek kad otvori svoju stranu.',
  withdrawTitle: (name: string) => `Uklanjate „${name}“?`,
  withdrawYes: 'Ukloni kampanju',
  endTitle: (name: string) => `Završavate „${name}“?`,
  endText: 'Kampanja prestaje da se prikazuje i ne može ponovo da se pokrene. Nepotrošeno se vraća firmi na stanje.',
  /** Of a special package: another advert takes what is left of it. */
  endTextSpecial:
    'Reklama prestaje da se prikazuje. Dok nisu održani svi plaćeni dani, paket nije potrošen: firma šalje drugu reklamu, a ona preuzima ista mesta i preostale dane.',
  stepped: 'Stanje kampanje je promenjeno.',
} as const;
