import type { CampaignKind } from '../campaign-kinds.ts';
import { specialPackage } from '../catalogue/catalogue.ts';
import { company } from '../company.ts';
import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';
import { formatDateInSentence, formatDateTime, formatDateTimeInSentence } from '../time.ts';
import { asSentence, countBanners, countDays } from '../wording.ts';
import { campaignKinds } from './copy.ts';

const plays = (n: number) => plural(n, { one: '# prikaz', few: '# prikaza', other: '# prikaza' });
type Unit = 'banner' | 'tv_second';
const units = (n: number, unit: Unit) =>
  unit === 'banner' ? countBanners(n) : plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });
const spent = (n: number, unit: Unit) =>
  unit === 'banner' ? countBanners(n) : plural(n, { one: '# TV sekundu', few: '# TV sekunde', other: '# TV sekundi' });
const left = (n: number, unit: Unit) =>
  plural(
    n,
    unit === 'banner'
      ? { one: 'Ostao je # L-baner', few: 'Ostala su # L-banera', other: 'Ostalo je # L-banera' }
      : { one: 'Ostala je # TV sekunda', few: 'Ostale su # TV sekunde', other: 'Ostalo je # TV sekundi' },
  );
const untilToday = (planned: number, unit: Unit) =>
  plural(
    planned,
    unit === 'banner'
      ? {
          one: '# prikaza planiranog do danas',
          few: '# prikaza planirana do danas',
          other: '# prikaza planiranih do danas',
        }
      : {
          one: '# TV sekunde planirane do danas',
          few: '# TV sekunde planirane do danas',
          other: '# TV sekundi planiranih do danas',
        },
  );
const counts = (n: number) =>
  plural(n, { one: 'Uračunat je # prikaz', few: 'Uračunata su # prikaza', other: 'Uračunato je # prikaza' });
const lasts = (days: number) => (days === 0 ? 'za manje od jednog dana' : `za oko ${countDays(days)}`);

/** Mails about campaigns: „Vi“ with a capital letter; to the team without address. */
export const mailCopy = {
  sent: {
    subject: (name: string) => `Kampanja čeka pregled: ${name}`,
    preview: ({
      company,
      kind,
      startsAt,
    }: {
      company?: string | undefined;
      kind?: CampaignKind | undefined;
      startsAt: string;
    }) =>
      `${company && kind ? `${company}, ${campaignKinds[kind]}, počinje` : 'Počinje'} ${formatDateInSentence(startsAt)}`,
    previewSpecial: 'Specijalni paket; prvi dan još nije izabran.',
    text: (oldestAt: string) => `Najstarija u redu čeka od ${formatDateTime(oldestAt)}.`,
    button: 'Otvori pregled',
  },
  approved: {
    subject: 'Vaša kampanja je odobrena',
    preview: (startsAt: string) => `Počinje ${formatDateTimeInSentence(startsAt)}.`,
    text: (name: string) => `kampanja „${name}“ je pregledana i odobrena. Prikazi se beleže čim počne.`,
    button: 'Pogledajte kampanju',
  },
  rejected: {
    subject: 'Kampanja traži ispravku',
    preview: 'Razlog je u poruci; sa stanja nije skinuto ništa.',
    text: (name: string, reason: string) => `kampanja „${name}“ nije odobrena. Razlog: ${reason}`,
    button: 'Ispravite kampanju',
  },
  changeSent: {
    subject: (name: string) => `Izmena reklame čeka pregled: ${name}`,
    preview: 'Kampanja se dotle emituje sa starom reklamom.',
    previewStopped: 'Specijalni paket stoji dok ne odgovorimo.',
  },
  /** Of a special package that nobody has started yet. */
  specialApproved: {
    subject: 'Reklama Specijalnog paketa je odobrena',
    preview: `Prvi dan upisujemo kada bude izabrano svih ${specialPackage.locations} mesta.`,
    text: (name: string) =>
      `reklama „${name}“ je pregledana i odobrena. Prvi dan Specijalnog paketa upisujemo kada bude izabrano svih ${specialPackage.locations} mesta; od tada dane i prikaze pratite na stranici kampanje.`,
  },
  replacementApproved: {
    subject: 'Nova reklama Specijalnog paketa je odobrena',
    preview: 'Paket se nastavlja; dani koji nisu održani dodati su na kraj.',
    text: (name: string) =>
      `nova reklama kampanje „${name}“ je pregledana i odobrena. Specijalni paket se nastavlja sa njom, a dani koji u međuvremenu nisu održani dodati su na kraj, besplatno.`,
  },
  replacementRejected: {
    subject: 'Nova reklama traži ispravku',
    preview: 'Razlog je u poruci; Specijalni paket čeka ispravljenu reklamu.',
    text: (name: string, reason: string) =>
      `nova reklama kampanje „${name}“ nije odobrena, pa Specijalni paket još čeka. Razlog: ${reason}`,
    button: 'Ispravite reklamu',
  },
  changeApproved: {
    subject: 'Izmena kampanje je odobrena',
    preview: 'Televizori je preuzimaju čim se sledeći put jave.',
    text: (name: string) =>
      `izmena kampanje „${name}“ je pregledana i odobrena. Televizori je preuzimaju čim se sledeći put jave.`,
  },
  changeRejected: {
    subject: 'Izmena kampanje traži ispravku',
    preview: 'Razlog je u poruci; kampanja se emituje i dalje, sa starom reklamom.',
    text: (name: string, reason: string) =>
      `izmena kampanje „${name}“ nije odobrena, pa se i dalje emituje stara reklama. Razlog: ${reason}`,
    button: 'Ispravite izmenu',
  },
  unitsTaken: {
    subject: (name: string) => `Kampanja je pauzirana: ${name}`,
    preview: 'Budžet je smanjen; razlog je u poruci.',
    /** `goesOn` is `null` when staff paused it before, and `undefined` in mails of before. */
    text: (name: string, reason: string, goesOn: 'now' | 'withBudget' | null | undefined) => {
      const after = {
        now: ' Sa ostatkom budžeta možete da je nastavite.',
        withBudget: ' U budžetu nije ostalo ništa; kampanju nastavljate kada ga povećate.',
      };
      return `kampanja „${name}“ ${goesOn === null ? 'ostaje' : 'je'} pauzirana. ${reason}${goesOn ? after[goesOn] : ''}`;
    },
    button: 'Otvorite kampanju',
  },
  accountBlocked: {
    subject: 'Vaše kampanje su zaustavljene',
    preview: 'Nalog je blokiran; sa stanja nije skinuto ništa.',
    text: 'Vaš nalog je blokiran, pa se njegove kampanje više ne prikazuju. Sa stanja nije skinuto ništa, a budžeti ostaju u kampanjama.',
    facts: { paused: 'Pauzirano', recalled: 'Vraćeno iz pregleda u nacrt' },
    after: `Kada nalog bude odblokiran, kampanje se ne nastavljaju same: nastavljate ih na njihovoj strani, a nacrte šaljete ponovo. Specijalni paket nastavljamo mi. Za dogovor pišite na ${company.email} ili pozovite ${company.phone}.`,
  },
  codePaused: {
    subject: (name: string) => `QR kod je pauziran: ${name}`,
    preview: (host: string | null) => (host ? `Adresa sada vodi na ${host}.` : 'Adresa koju kod otvara se ne javlja.'),
    text: (name: string, url: string, host: string | null) =>
      `${host ? `adresa ${url} sada vodi na drugi sajt, ${host}` : `adresa ${url} se ne otvara`}, pa QR kod kampanje „${name}“ do daljeg vodi na našu stranicu. Reklama se prikazuje i dalje. Kod ponovo radi čim adresa otvori Vaš sajt; gledamo je više puta na sat.`,
    button: 'Otvorite kampanju',
    desk: (name: string, url: string, host: string | null) =>
      `Kampanja „${name}“: ${host ? `adresa ${url} sada vodi na ${host}` : `adresa ${url} se ne otvara`}. Kod vodi na našu stranicu, firma je obaveštena.`,
    deskButton: 'Otvori kampanje',
  },
  behind: {
    subject: 'Kampanja zaostaje za planom',
    /** Without a unit in mails of before. */
    preview: (counted: number, planned: number, unit: Unit | undefined) =>
      `Viđeno ${formatNumber(counted)} od ${unit ? untilToday(planned, unit) : `${formatNumber(planned)} planiranih do danas`}.`,
    text: (name: string, reason: string) =>
      `kampanja „${name}“ ide sporije od plana: ${reason}. Nepotrošeno se po završetku vraća na Vaše stanje.`,
    button: 'Otvorite kampanju',
  },
  done: {
    subject: (counted: number) => `Kampanja je završena: ${plays(counted)}`,
    preview: (returned: number) => `Izveštaj je u prilogu; vraćeno na stanje: ${formatNumber(returned)}.`,
    text: (name: string, counted: number, perPlay: string | null) =>
      `kampanja „${name}“ je završena. ${counts(counted)}${perPlay === null ? '' : ` po ${perPlay}`}.`,
    facts: { total: 'Ukupno', returned: 'Vraćeno na stanje' },
    returned: units,
    attached: 'Izveštaj je u prilogu. Brojevi su konačni: svi prikazi su stigli ili im je rok istekao.',
    button: 'Pogledajte izveštaj',
  },
  low: {
    subject: 'Stanje je pri kraju',
    preview: (rest: number, unit: Unit, days: number) => `${left(rest, unit)}, dovoljno ${lasts(days)}.`,
    text: (daily: number, unit: Unit, stopsOn: string) =>
      `kampanje troše oko ${spent(daily, unit)} dnevno. Bez dopune staju oko ${formatDateInSentence(stopsOn)}`,
    button: 'Dopunite stanje',
  },
  objectionAnswered: {
    subject: 'Odgovor na Vaš prigovor',
    preview: (name: string) => `Izveštaj kampanje „${name}“.`,
    text: (name: string) => `na Vaš prigovor na izveštaj kampanje „${name}“ odgovaramo:`,
    button: 'Pogledajte izveštaj',
  },
  withdrawn: {
    subject: (name: string) => `Kampanja je uklonjena: ${name}`,
    preview: 'Razlog je u poruci; nepotrošeno se vraća na Vaše stanje.',
    text: (name: string, reason: string) =>
      `kampanja „${name}“ se više ne prikazuje. Razlog: ${asSentence(reason)} Što nije prikazano, vraća se na Vaše stanje.`,
    button: 'Pogledajte kampanju',
  },
  withdrawnSpecial: {
    subject: (name: string) => `Reklama Specijalnog paketa je uklonjena: ${name}`,
    preview: 'Pošaljite drugu reklamu i paket se nastavlja.',
    text: (name: string, reason: string) =>
      `reklama kampanje „${name}“ se više ne prikazuje. Razlog: ${asSentence(reason)} Specijalni paket time nije potrošen: pošaljite drugu reklamu, a dani koji u međuvremenu ne budu održani dodaju se na kraj, besplatno.`,
    button: 'Pošaljite drugu reklamu',
  },
} as const;
