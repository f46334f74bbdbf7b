import { beforeComma } from '../../time.ts';

/** Mails about transfers: „Vi“ with a capital letter. */
export const transferMail = {
  proforma: {
    subject: (paper: string, number: string) => `Predračun ${paper} za narudžbinu ${number}`,
    preview: (amount: string, until: string) => `${amount}, važi do ${until}`,
    text: (number: string, amount: string, until: string) =>
      `narudžbina ${number} je primljena. U prilogu je predračun na ${amount}; važi do ${until}`,
    after: 'Plaćate iz aplikacije banke, skeniranjem IPS QR koda, ili na šalteru. Čim uplata stigne, javljamo Vam.',
    button: 'Pogledajte podatke za uplatu',
  },
  ending: {
    subject: (paper: string) => `Predračun ${paper} ističe sutra`,
    preview: (until: string) => `Uplata se čeka do ${until}`,
    text: (paper: string) =>
      `uplata po predračunu ${paper} još nije stigla. Ako ste platili juče ili danas, ne morate ništa da radite.`,
    button: 'Pogledajte podatke za uplatu',
  },
  lapsed: {
    subject: (number: string) => `Narudžbina ${number} je otkazana`,
    preview: 'Uplata nije stigla u roku.',
    text: (until: string) =>
      `uplata nije stigla do ${beforeComma(until)}, pa je narudžbina otkazana. Novu možete da napravite kad god želite.`,
    after: 'Ako ste ipak platili, odgovorite na ovu poruku i pošaljite potvrdu banke.',
    button: 'Pogledajte svoje narudžbine',
  },
  calledOff: {
    subject: (number: string) => `Narudžbina ${number} je otkazana`,
    preview: 'Po njoj se ništa ne plaća.',
    text: (number: string) => `narudžbina ${number} je otkazana i po njoj se ništa ne plaća.`,
    proforma: 'Predračun više ne važi.',
    after: 'Ako ste već platili, odgovorite na ovu poruku i pošaljite potvrdu banke.',
    button: 'Pogledajte svoje narudžbine',
  },
  byCard: {
    subject: (number: string) => `Narudžbina ${number} se plaća karticom`,
    preview: (amount: string) => `Za plaćanje: ${amount}`,
    text: (number: string, amount: string) => `narudžbina ${number} se od sada plaća karticom, ${amount}.`,
    proforma: 'Predračun više ne važi i po njemu ne treba da platite.',
    courier: 'Kuriru ne plaćate ništa.',
    button: 'Platite karticom',
  },
  part: {
    subject: (missing: string, number: string) => `Nedostaje ${missing} za narudžbinu ${number}`,
    preview: (until: string) => `Ostatak može da se uplati do ${until}`,
    text: (came: string, amount: string) =>
      `stiglo je ${came}, a narudžbina iznosi ${amount}. U prilogu je predračun na ostatak.`,
    button: 'Pogledajte podatke za uplatu',
  },
  surplus: {
    subject: (amount: string, number: string) => `${amount} više za narudžbinu ${number}`,
    preview: 'Novac je Vaš, recite nam kuda ide.',
    text: (amount: string, number: string) =>
      `stiglo je ${amount} više nego što narudžbina ${number} traži. Taj novac je Vaš i čeka kod nas.`,
    after: 'Odgovorite na ovu poruku i recite da li da ga vratimo na račun ili da njime platite drugu narudžbinu.',
    button: 'Pogledajte narudžbinu',
  },
  rows: {
    payee: 'Primalac',
    account: 'Račun primaoca',
    amount: 'Iznos',
    reference: 'Model i poziv na broj',
    purpose: 'Svrha uplate',
    code: 'Šifra plaćanja',
    until: 'Važi do',
  },
} as const;
