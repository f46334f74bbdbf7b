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
  takenOver: {
    subject: (serial: string) => `Uređaj ${serial} koristi drugi nalog`,
    preview: 'Preuzet je kodom koji je napravljen na Vašem nalogu.',
    text: (serial: string, when: string) =>
      `uređaj ${serial} je preuzet kodom koji je napravljen na Vašem nalogu, ${formatDateTimeInSentence(when)}. Od tada se prikazi na njemu beleže na drugi nalog. Ako kod niste napravili Vi, odmah promenite lozinku i odgovorite na ovu poruku.`,
    button: 'Otvorite Televizore',
  },
} as const;
