import type { Company } from './company.ts';

/**
 * Who a mail is written to: somebody with an account, a buyer, whoever reserved for the event, whoever was given a ticket, staff, a
 * courier, or whoever was typed in.
 */
export type Reader = 'account' | 'buyer' | 'guest' | 'holder' | 'staff' | 'courier' | 'stranger';

/** What every mail says. */
export const mailFrame = {
  greeting: 'Poštovani,',
  signature: 'Tim Vidika',
  fallback: 'Ako dugme ne radi, otvorite ovaj link:',
  why: {
    account: (email) => `Ovu poruku ste dobili jer imate nalog na sajtu Vidik. Za pitanja pišite na ${email}.`,
    buyer: (email) =>
      `Ovu poruku ste dobili povodom svoje kupovine na sajtu Vidik. Sačuvajte je; za pitanja pišite na ${email}.`,
    guest: (email) =>
      `Ovu poruku ste dobili povodom rezervacije za događaj Širi vidik. Ako je niste napravili Vi, pišite na ${email}.`,
    holder: (email) =>
      `Ovu poruku ste dobili jer karta za događaj Širi vidik glasi na Vaše ime. Za pitanja pišite na ${email}.`,
    staff: () => 'Ova poruka je namenjena administratorima sajta Vidik.',
    courier: (email) => `Ovu poruku šalje Vidik povodom pošiljke koju vozite. Odgovorite na ${email}.`,
    stranger: (email) =>
      `Ovu poruku ste dobili jer je Vaša adresa upisana na sajtu Vidik. Ako to niste bili Vi, zanemarite poruku ili nam pišite na ${email}.`,
  } satisfies Record<Reader, (email: string) => string>,
  seller: ({ legalName, address, registrationNumber, taxNumber, phone }: Company) =>
    `${legalName}, ${address} · MB ${registrationNumber} · PIB ${taxNumber} · ${phone}`,
  privacy: 'Obaveštenje o obradi podataka',
} as const;
