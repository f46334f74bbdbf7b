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
  named: {
    subject: (number: number) => `Upisan je račun za povraćaj, narudžbina ${number}`,
    preview: (account: string) => `Novac šaljemo na račun ${account}.`,
    text: {
      buyer: (amount: string, number: number, account: string) =>
        `za povraćaj ${amount} po narudžbini ${number} upisan je račun ${account}. Isplata ide u sledeći nalog za banku.`,
      staff: (amount: string, number: number, account: string) =>
        `za povraćaj ${amount} po narudžbini ${number} upisali smo račun ${account}, koji ste nam rekli. Isplata ide u sledeći nalog za banku.`,
    },
    ifNot:
      'Ako to nije Vaš račun, odmah odgovorite na ovu poruku i promenite lozinku. Dok nalog ne odnesemo u banku, račun može da se promeni.',
    button: 'Otvorite narudžbinu',
  },
  hint: 'Dok nalog ne odnesemo u banku, račun možete da promenite na istoj strani. Nikada ne tražimo broj kartice ni lozinku.',
  button: 'Upišite račun',
} as const;
