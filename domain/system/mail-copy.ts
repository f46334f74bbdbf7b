export const systemMails = {
  trial: {
    subject: 'Probna poruka iz Vidika',
    preview: 'Ako ovo čitate, poruke se šalju.',
    text: (at: string) => `ovu poruku ste zatražili na strani „Sistem“ ${at}. Ako ste je dobili, poruke se šalju.`,
  },
} as const;
