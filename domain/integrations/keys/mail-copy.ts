import type { Day } from '../../day.ts';
import { formatDateInSentence, formatDateTimeInSentence } from '../../time.ts';
import { keysCopy } from './copy.ts';

const day = (last: Day) => formatDateInSentence(`${last}T12:00:00Z`);

export const keyMails = {
  ending: {
    subject: (name: string, endsOn: Day) => `Ključ „${name}“ ističe ${day(endsOn)}`,
    preview: 'Posle tog dana program gubi pristup.',
    text: 'posle tog dana program koji ga koristi gubi pristup.',
    next: (name: string, ending: string) =>
      `Ako program treba da radi i dalje, napravite novi ključ, upišite ga u program, pa opozovite ovaj („${name}“, završava se na ${ending}). Rok postojećeg ključa se ne produžava.`,
  },
  made: {
    subject: (name: string) => `Napravljen je ključ „${name}“`,
    preview: (when: string) => `${formatDateTimeInSentence(when)}, na Vašem nalogu.`,
    text: (name: string, ending: string, when: string) =>
      `${formatDateTimeInSentence(when)} je na Vašem nalogu napravljen ključ „${name}“ (završava se na ${ending}). Sa njim program radi u Vaše ime.`,
    duties: 'Dužnosti',
    mode: 'Šta sme',
    modeOf: keysCopy.mode,
    endsOn: 'Važi do',
    ifNot:
      'Ako ga niste napravili Vi, neko drugi je prijavljen na Vaš nalog: odmah opozovite ključ, odjavite sve uređaje i promenite lozinku. Ključ važi i posle toga, dok ga ne opozovete.',
  },
  button: 'Otvorite ključeve',
} as const;
