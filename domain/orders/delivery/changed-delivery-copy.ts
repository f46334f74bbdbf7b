import { typeset } from '../../typography.ts';

/** Another address or recipient of an order that is not packed. */
export const changedDeliveryCopy = typeset({
  edit: 'Izmeni',
  what: 'adresu isporuke',
  title: (number: number) => `Adresa isporuke, narudžbina ${number}`,
  text: 'Kupac o izmeni dobija poruku. Podaci na nalogu ostaju isti.',
  textOwn: 'Važi samo za ovu narudžbinu. Podaci na nalogu ostaju isti.',
  textFirm: 'Ista adresa stoji i na računu firme koji se izdaje uz isporuku.',
  name: 'Ime i prezime primaoca',
  phone: 'Telefon primaoca',
  phoneHint: 'Na ovaj broj zove kurir.',
  address: 'Ulica',
  addressNumber: 'Broj',
  addressNumberHint: 'npr. 12a, ili bb',
  city: 'Mesto',
  postalCode: 'Poštanski broj',
  note: 'Napomena za kurira',
  noteHint: 'npr. interfon ne radi, pozvati',
  noteSaid: (note: string) => `Napomena za kurira: ${note}`,
  save: 'Sačuvaj adresu',
  saved: 'Adresa isporuke je sačuvana.',
  merge: 'Adresa je u međuvremenu izmenjena',
  where: (number: number, name: string) => `Narudžbina ${number}, ${name}`,
  closed:
    'Narudžbina je u međuvremenu spakovana ili otkazana, pa adresa više ne može da se promeni. Upisano ostaje ovde dok ne zatvorite, da može da se prekopira.',
});
