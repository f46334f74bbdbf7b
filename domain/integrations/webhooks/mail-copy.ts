export const webhookMails = {
  off: {
    subject: (address: string) => `Slanje događaja na ${address} je isključeno`,
    preview: 'Tri dana nije bilo odgovora.',
    text: (at: string) =>
      `tri dana nije bilo odgovora, pa je slanje isključeno ${at}. Događaje čuvamo 30 dana. Kada program na toj adresi ponovo radi, uključite slanje na strani „Pristup za programe“.`,
    button: 'Otvorite adrese',
  },
} as const;
