import { documentNames, documentTitle } from './copy.ts';
import type { DocumentKind } from './kinds.ts';

interface Named {
  kind: DocumentKind;
  number: string;
}

/** The mail that carries a paper: „Vi“ with a capital letter. */
export const documentMails = {
  sent: {
    subject: (paper: Named, order: number) => `${documentTitle(paper)}, narudžbina ${order}`,
    preview: 'Dokument je u prilogu.',
    text: ({ kind, number }: Named, order: number) =>
      `u prilogu je ${documentNames[kind].toLowerCase()} ${number} za narudžbinu ${order}.`,
    insteadOf: (invoice: string, credit: string) =>
      `Izdat je umesto računa ${invoice}, koji je storniran knjižnim odobrenjem ${credit}. I ono je u prilogu.`,
    button: 'Pogledajte narudžbinu',
  },
} as const;
