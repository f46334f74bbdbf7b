import type { Duty } from '../access.ts';
import { formatDateTimeInSentence } from '../time.ts';
import { dutyList } from './staff/duty-copy.ts';

/** What was done to a staff account, as it stands in the mail about it. */
export const STAFF_CHANGES = [
  'admin-given',
  'admin-taken',
  'edited',
  'label-changed',
  'blocked',
  'unblocked',
  'signed-out',
  'notice-given',
  'notice-taken-back',
  'terminated',
  'second-step-removed',
  'erased',
  'duties-changed',
  'enrolled',
  'moved',
  'invites-blocked',
  'invites-allowed',
] as const;
export type StaffChange = (typeof STAFF_CHANGES)[number];

const deeds: Record<StaffChange, string> = {
  'admin-given': 'dodeljena su prava administratora',
  'admin-taken': 'oduzeta su prava administratora',
  edited: 'izmenjeni su podaci',
  'label-changed': 'izmenjena je oznaka',
  blocked: 'pristup je blokiran',
  unblocked: 'pristup je ponovo dozvoljen',
  'signed-out': 'sve prijave su prekinute',
  'notice-given': 'dat je otkaz sa otkaznim rokom',
  'notice-taken-back': 'otkaz je povučen',
  terminated: 'ugovor je raskinut i nalog je zatvoren',
  'second-step-removed': 'uklonjena je potvrda u dva koraka',
  erased: 'nalog i njegovi podaci su trajno obrisani',
  'duties-changed': 'izmenjene su dužnosti',
  enrolled: 'nalog je dodat u mrežu',
  moved: 'promenjeno je mesto u mreži',
  'invites-blocked': 'pozivanje u mrežu je blokirano',
  'invites-allowed': 'pozivanje u mrežu je ponovo dozvoljeno',
};

export const staffMailCopy = {
  touched: {
    subject: 'Promena na nalogu administratora',
    preview: (deed: StaffChange, when: string) => `${formatDateTimeInSentence(when)}: ${deeds[deed]}.`,
    /** Without an address when nothing may keep it. */
    text: (whose: string | null, deed: StaffChange, when: string) =>
      `na nalogu ${whose ?? 'jednog administratora'}, ${formatDateTimeInSentence(when)}: ${deeds[deed]}.`,
    given: (duties: readonly Duty[]) => `Dodeljene dužnosti: ${dutyList(duties)}.`,
    taken: (duties: readonly Duty[]) => `Oduzete dužnosti: ${dutyList(duties)}.`,
    by: (actor: string) => `Promenu je napravio glavni administrator (${actor}).`,
    after: (phone: string) =>
      `Ako ova promena nije dogovorena, odmah nam se javite na ${phone}. Glavni administrator neka promeni lozinku.`,
  },
  rescued: {
    subject: 'Pristup glavnog administratora je obnovljen',
    preview: (when: string) => `${formatDateTimeInSentence(when)}, na samom serveru.`,
    text: (email: string, when: string) =>
      `za nalog ${email} je ${formatDateTimeInSentence(when)} na serveru napravljena nova lozinka. Odjavljeni su svi uređaji, potvrda u dva koraka i rezervni kodovi su uklonjeni, a ključevi za programe koje je taj nalog napravio opozvani.`,
    after: 'Posle prve prijave izaberite svoju lozinku i ponovo uključite potvrdu u dva koraka.',
    warning: 'Ako ovo nije uradio niko ko održava server, neko drugi ima pristup serveru.',
  },
  moved: {
    subject: 'Glavni administrator je druga osoba',
    preview: (current: string) => `Od sada je to ${current}.`,
    text: (current: string, when: string) =>
      `u podešavanjima servera je ${formatDateTimeInSentence(when)} za glavnog administratora upisana adresa ${current}.`,
    former: (former: string) =>
      `Nalog ${former} više nema prava glavnog administratora ni administratora i odjavljen je sa svih uređaja. Ostaje običan nalog člana.`,
    after: (phone: string) => `Ako ova promena nije dogovorena, javite nam se na ${phone}.`,
  },
} as const;
