/** Of a part of a screen that still did not load when it was asked for again and again. */
export const partReport = {
  button: 'Prijavi grešku',
  sending: 'Prijavljujemo…',
  failed: 'Greška nije prijavljena. Pokušajte ponovo za koji minut.',
  reported: (reference: string) => `Greška je prijavljena. Ako se ponavlja, javite nam broj greške: ${reference}.`,
} as const;
