import { typeset } from '../typography.ts';

/** What stands around a legal document; the documents themselves are in content/legal. */
export const legal = typeset({
  contents: 'Sadržaj',
  version: 'Verzija',
  applies: 'Primenjuje se od',
  provider: 'Pružalac',
  print: 'Odštampajte',
  others: 'Ostali dokumenti',
  questions: 'Pitanja o ovom dokumentu:',
});
