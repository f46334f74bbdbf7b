import type { Day } from '../../day.ts';
import { formatDateInSentence } from '../../time.ts';

export const keyMails = {
  subject: (name: string, endsOn: Day) => `Ključ „${name}“ ističe ${formatDateInSentence(`${endsOn}T12:00:00Z`)}`,
  preview: 'Posle tog dana program gubi pristup.',
  text: 'posle tog dana program koji ga koristi gubi pristup.',
  next: (name: string, ending: string) =>
    `Ako program treba da radi i dalje, napravite novi ključ, upišite ga u program, pa opozovite ovaj („${name}“, završava se na ${ending}). Rok postojećeg ključa se ne produžava.`,
  button: 'Otvorite ključeve',
} as const;
