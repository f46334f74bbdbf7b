import type { Duty } from '../../access.ts';
import { formatDateTimeInSentence } from '../../time.ts';
import { asSentence } from '../../wording.ts';
import { dutyList } from './duty-copy.ts';

const now = (duties: readonly Duty[]) =>
  duties.length ? `Vaše dužnosti su: ${dutyList(duties)}.` : 'nemate nijednu dužnost.';

export const staffDutyMails = {
  changed: {
    subject: 'Vaše dužnosti u Vidiku su promenjene',
    preview: (duties: readonly Duty[]) =>
      duties.length ? `Sada: ${dutyList(duties)}.` : 'Sada nemate nijednu dužnost.',
    text: (when: string, duties: readonly Duty[], reason: string) =>
      `od ${formatDateTimeInSentence(when)} ${now(duties)} Razlog: ${asSentence(reason)}`,
    by: (actor: string) => `Promenu je napravio glavni administrator (${actor}).`,
    button: 'Otvorite administraciju',
  },
  secondStep: {
    subject: 'Uključite potvrdu u dva koraka',
    preview: 'Bez nje ne možete da dobijete dužnost bezbednost.',
    text: 'glavni administrator želi da Vam dodeli dužnost bezbednost. Ona se daje samo nalozima sa potvrdom u dva koraka, a na Vašem nalogu potvrda još nije uključena.',
    button: 'Uključite potvrdu',
    after: 'Potrebna je aplikacija za kodove na telefonu; uključivanje traje oko dva minuta.',
  },
} as const;
