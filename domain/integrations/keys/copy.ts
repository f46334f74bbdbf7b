import type { Day } from '../../day.ts';
import { formatMoney } from '../../money.ts';
import { plural } from '../../plural.ts';
import { REFUND_ALONE } from '../../refunds/rules.ts';
import { formatDate, formatDateInSentence } from '../../time.ts';
import { keySentences } from './refusals-copy.ts';
import type { KeyState } from './rules.ts';

const noon = (day: Day) => `${day}T12:00:00Z`;

const states: Record<KeyState, string> = { valid: 'Važi', ending: 'Ističe', ended: 'Istekao', revoked: 'Opozvan' };

export const keysCopy = {
  make: 'Napravi ključ',
  title: 'Ključevi',
  counts: (valid: number, revoked: number) =>
    [
      plural(valid, { one: '# važi', few: '# važe', other: '# važi' }),
      revoked > 0 && plural(revoked, { one: '# opozvan', few: '# opozvana', other: '# opozvanih' }),
    ]
      .filter(Boolean)
      .join(', '),
  export: 'Preuzmi CSV',
  columns: {
    key: 'Ključ',
    duties: 'Dužnosti',
    networks: 'Mreže',
    endsOn: 'Važi do',
    lastUsed: 'Poslednji put',
    state: 'Stanje',
    act: 'Radnja',
  },
  masked: (ending: string) => `vdk_…${ending}`,
  mode: (writes: boolean) => (writes ? 'čita i upisuje' : 'samo čita'),
  allNetworks: 'sve mreže',
  unused: 'još nije korišćen',
  states,
  endsIn: (days: number) =>
    days === 0
      ? 'Ističe danas'
      : plural(days, { one: 'Ističe za # dan', few: 'Ističe za # dana', other: 'Ističe za # dana' }),
  day: (day: Day) => formatDate(noon(day)),
  /** Duties that whoever made it lost. */
  lost: (duties: string) => `Ne važi: ${duties}. Osoba koja je napravila ključ više nema tu dužnost.`,
  form: {
    title: 'Novi ključ',
    lead: 'Za jedan program jedan ključ. Prikazuje se samo jednom.',
    name: 'Naziv',
    nameHint: 'Po nazivu ga prepoznajete u dnevniku.',
    duties: 'Dužnosti',
    mode: 'Šta sme',
    modes: { read: 'Samo čita', write: 'Čita i upisuje' },
    networks: 'Dozvoljene mreže',
    networksHint: 'Svaka u svom redu. Bez ijedne ključ radi iz svih mreža.',
    endsOn: 'Važi do',
    endsOnHint: 'Najduže godinu dana. Podsećamo 14 dana i 3 dana ranije.',
    never: `Ključ nikada ne menja prava i načine prijave, ne pravi druge ključeve i ne vraća novac preko ${formatMoney(REFUND_ALONE)}.`,
    proof: 'Pre pravljenja potvrđujete da ste to vi.',
    proofLead: (duties: readonly string[]) =>
      duties.length === 1
        ? `Pravite ključ sa dužnošću ${duties[0]}.`
        : `Pravite ključ sa dužnostima ${duties.slice(0, -1).join(', ')} i ${duties.at(-1)}.`,
    cancel: 'Odustani',
    failed: 'Ključ nije napravljen. Pokušajte ponovo.',
    tooManyNetworks: 'Najviše 20 mreža.',
    ...keySentences,
  },
  made: {
    title: 'Ključ je napravljen',
    lead: (name: string, endsOn: Day) => `„${name}“, važi do ${formatDateInSentence(noon(endsOn))}`,
    name: 'Ključ',
    fileName: (ending: string) => `vidik-kljuc-${ending}.txt`,
    once: 'Prikazujemo ga samo sada.',
    onceText:
      'Kod nas ostaje samo otisak, pa ključ ne može da se pročita ponovo. Ako ga izgubite, napravite novi i opozovite ovaj.',
    firstCall: 'Prvi poziv',
    call: (site: string, path: string) => `curl -H "Authorization: Bearer vdk_…" ${site}/api${path}`,
    kept: 'Ključ je sačuvan na sigurnom mestu.',
    leaving: {
      title: 'Ključ nije sačuvan',
      text: 'Ključ se više neće prikazati. Ako ga niste sačuvali, moraćete da napravite novi.',
      discard: 'Zatvori svejedno',
    },
  },
  revoke: {
    button: 'Opozovi',
    of: (name: string) => `Opozovi ključ ${name}`,
    title: 'Opozvati ključ?',
    lead: (name: string, last: string | null) =>
      last === null ? `„${name}“, još nije korišćen.` : `„${name}“, poslednji put ${last}.`,
    text: 'Program koji ga koristi gubi pristup odmah. Opoziv ne može da se poništi; za nastavak rada treba novi ključ.',
    yes: 'Opozovi ključ',
    no: 'Zadrži',
    done: (name: string) => `Ključ „${name}“ je opozvan i više ne radi.`,
    failed: 'Ključ nije opozvan. Pokušajte ponovo.',
  },
  empty: 'Još nema ključeva.',
  emptyText: 'Ključ daje drugom programu pristup sa tačno onim dužnostima koje izaberete.',
  file: {
    name: (day: Day) => `kljucevi-${day}`,
    columns: [
      'Ključ',
      'Završava se na',
      'Dužnosti',
      'Šta sme',
      'Mreže',
      'Važi do',
      'Stanje',
      'Napravljen',
      'Napravio nalog',
      'Poslednji put',
      'Sa adrese',
      'Opozvan',
      'Opozvao nalog',
    ],
  },
} as const;
