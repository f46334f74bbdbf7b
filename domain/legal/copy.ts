import { typeset } from '../typography.ts';

/** What stands around a legal document; the documents themselves are in content/legal. */
export const legal = typeset({
  contents: 'Sadržaj',
  version: 'Verzija',
  applies: 'Primenjuje se od',
  provider: 'Pružalac',
  print: 'Odštampajte',
  earlier: 'Ranije verzije',
  outdated: 'Ovo je ranija verzija i više nije na snazi. Na snazi je',
  inForce: (day: string) => `verzija od ${day}`,
  withdrawTitle: 'Odustanak preko naloga',
  withdraw:
    'Obrazac ne morate da štampate. Na strani „Moj nalog“, kod narudžbine od koje odustajete, izjavu šaljete u nekoliko klikova, a potvrda sa njenim tekstom odmah stiže na vašu email adresu.',
  withdrawButton: 'Odustanite od kupovine',
  others: 'Ostali dokumenti',
  questions: 'Pitanja o ovom dokumentu:',
});
