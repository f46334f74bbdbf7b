import { company } from '../company.ts';
import { plural } from '../plural.ts';

/** Mails about money that goes back: „Vi“ with a capital letter. */
export const refundMails = {
  paidBack: {
    subject: (number: number) => `Vraćamo Vam novac, narudžbina ${number}`,
    preview: (amount: string) => `${amount} se vraća na karticu kojom je plaćeno.`,
    previewOfPayout: (amount: string) => `${amount} je poslato na račun koji ste upisali.`,
    textOfPayout: (amount: string, number: number) =>
      `vratili smo ${amount} po narudžbini ${number} na račun koji ste upisali. Banka ga obično prikaže istog ili narednog radnog dana.`,
    text: (amount: string, number: number) =>
      `vratili smo ${amount} po narudžbini ${number} na karticu kojom ste platili. Novac je obično na računu za 5 do 10 dana, zavisno od banke.`,
    months: (n: number, isAll = true) =>
      `${isAll ? 'To je' : 'Deo toga je'} novac za ${plural(n, { one: '# mesec paketa koji nije počeo i neće početi', few: '# meseca paketa koja nisu počela i neće početi', other: '# meseci paketa koji nisu počeli i neće početi' })}.`,
    unspent: (amount: string, isAll: boolean) =>
      isAll
        ? 'To je, prema uslovima, deo za prikaze iz poslednjeg započetog meseca koji nisu viđeni. Oni su skinuti sa Vašeg stanja.'
        : `Ostatak, ${amount}, je prema uslovima deo za prikaze iz poslednjeg započetog meseca koji nisu viđeni. Oni su skinuti sa Vašeg stanja.`,
    until: (day: string) => `Paket traje do ${day}`,
    credit: (number: string) => `Knjižno odobrenje ${number} je u prilogu.`,
    button: 'Pogledajte narudžbinu',
  },
  sentBack: {
    subject: (number: number) => `Povraćaj Vam nije stigao, narudžbina ${number}`,
    preview: (amount: string) => `Banka nam je vratila ${amount}.`,
    text: (amount: string, number: number) =>
      `banka nam je vratila ${amount}, koje smo po narudžbini ${number} poslali na karticu kojom ste platili. Novac šaljemo ponovo i o tome dobijate novu poruku.`,
    card: `Ako ste u međuvremenu promenili karticu ili zatvorili račun, pišite na ${company.email}.`,
    button: 'Pogledajte narudžbinu',
  },
  agreedAlone: {
    subject: (number: number) => `Povraćaj bez druge osobe, narudžbina ${number}`,
    preview: 'Niko drugi nije imao pravo da ga potvrdi.',
    text: (amount: string, number: number) =>
      `povraćaj ${amount} po narudžbini ${number} ste tražili i potvrdili sami, jer niko drugi nije imao to pravo. Ako to niste bili Vi, odmah promenite lozinku i proverite dnevnik.`,
    button: 'Otvorite narudžbinu',
  },
} as const;
