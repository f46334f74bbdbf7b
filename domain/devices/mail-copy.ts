import { formatDateInSentence, formatTime } from '../time.ts';

/** copy/emails.md, 16. */
export const mailCopy = {
  linked: {
    subject: (number: string) => `Na nalog je povezan televizor ${number}`,
    preview: (when: string) =>
      `${formatDateInSentence(when)} u ${formatTime(when)}. Ako to niste bili Vi, prekinite vezu.`,
    text: (number: string, when: string) =>
      `na Vaš nalog je povezan televizor broj ${number}, ${formatDateInSentence(when)} u ${formatTime(when)}. Od tada se prikazi na njemu beleže na Vaš nalog.`,
    button: 'Moji televizori',
    after: 'Ako to niste bili Vi, prekinite vezu na toj strani i promenite lozinku.',
  },
} as const;
