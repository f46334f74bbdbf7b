import { asSentence } from '../wording.ts';

/** Mails about TVs: „Vi“ with a capital letter. */
export const mailCopy = {
  blocked: {
    subject: (number: string) => `TV ${number} ne prikazuje reklame`,
    preview: 'Prikazi ovog televizora se ne priznaju.',
    text: (name: string, reason: string) =>
      `na televizoru „${name}“ smo uočili: ${asSentence(reason)} Ako mislite da je greška, odgovorite na ovu poruku.`,
    button: 'Otvorite Televizore',
  },
  refused: {
    subject: (number: string) => `TV ${number}: vrsta mesta nije potvrđena`,
    preview: 'Upišite ponovo gde televizor stoji.',
    text: (name: string, reason: string) =>
      `vrstu mesta za televizor „${name}“ nismo mogli da potvrdimo: ${asSentence(reason)} Dok je ne upišete ponovo, televizor prikazuje samo kampanje bez izabranog mesta.`,
    button: 'Otvorite Televizore',
  },
} as const;
