import type { Company } from './company.ts';

/** What every mail says. */
export const mailFrame = {
  greeting: 'Poštovani,',
  signature: 'Tim Vidika',
  fallback: 'Ako dugme ne radi, otvorite ovaj link:',
  why: (email: string) =>
    `Ovu poruku ste dobili jer je Vaša adresa upisana na sajtu Vidik. Ako to niste bili Vi, zanemarite poruku ili nam pišite na ${email}.`,
  seller: ({ legalName, address, registrationNumber, taxNumber, phone }: Company) =>
    `${legalName}, ${address} · MB ${registrationNumber} · PIB ${taxNumber} · ${phone}`,
  privacy: 'Obaveštenje o obradi podataka',
} as const;
