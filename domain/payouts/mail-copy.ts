/** The buyer is asked for an account: „Vi“ with a capital letter. */
export const payoutMails = {
  preview: (amount: string) => `Upišite račun na koji vraćamo ${amount}.`,
  account: {
    subject: (number: number) => `Na koji račun vraćamo novac, narudžbina ${number}`,
    text: (amount: string, number: number) =>
      `vraćamo Vam ${amount} po narudžbini ${number}. Upišite svoj račun u banci i novac šaljemo na njega.`,
  },
  again: {
    subject: (number: number) => `Banka je vratila uplatu, narudžbina ${number}`,
    text: (amount: string, number: number) =>
      `${amount} po narudžbini ${number} smo poslali, ali je banka uplatu vratila. Proverite broj računa i ime vlasnika i upišite ih ponovo.`,
  },
  hint: 'Dok nalog ne odnesemo u banku, račun možete da promenite na istoj strani. Nikada ne tražimo broj kartice ni lozinku.',
  button: 'Upišite račun',
} as const;
