import { typeset } from '../typography.ts';

/** What the owner of an account reads about it on „Moj nalog“. */
export const myProfile = typeset({
  lead: 'Ove podatke koristimo za kupovinu, isporuku i račune.',
  person: 'Lični podaci',
  delivery: 'Adresa za isporuku',
  address: 'Ulica',
  addressNumber: 'Broj',
  postalCode: 'Poštanski broj',
  company: 'Podaci firme',
  companyHint: 'Stoje na računima. Popunite ako kupujete kao firma.',
  emailElsewhere: 'Email adresa i lozinka menjaju se u delu „Bezbednost“.',
  save: 'Sačuvaj izmene',
  saving: 'Čuvanje…',
  saved: 'Podaci su sačuvani.',
  unsaved: 'Imate izmene koje nisu sačuvane.',
  discard: 'Odustani',
  failed: 'Došlo je do greške prilikom čuvanja izmena.',
  changedMeanwhile: (value: string) =>
    value ? `Ovo polje je u međuvremenu promenjeno u „${value}“.` : 'Ovo polje je u međuvremenu obrisano.',
});
