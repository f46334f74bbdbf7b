import { formatDateTimeInSentence } from '../time.ts';

/** Mails about televisions: „Vi“ with a capital letter. */
export const mailCopy = {
  linked: {
    subject: (number: string) => `Na nalog je povezan televizor ${number}`,
    preview: (when: string) => `${formatDateTimeInSentence(when)}. Ako to niste bili Vi, prekinite vezu.`,
    text: (number: string, when: string) =>
      `na Vaš nalog je povezan televizor broj ${number}, ${formatDateTimeInSentence(when)}. Od tada se prikazi na njemu beleže na Vaš nalog.`,
    seenFrom: (network: string) => `Televizor se javio sa mreže ${network}`,
    button: 'Prekinite vezu',
    after: (hours: number) =>
      `Ako to niste bili Vi, prekinite vezu preko ovog linka i promenite lozinku. Link važi ${hours} sata, samo jednom; strana najpre pokazuje o kom je televizoru reč. Posle toga vezu prekidate u svom nalogu, u delu „Televizori“.`,
  },
} as const;
