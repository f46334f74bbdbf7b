import { expect, test } from 'vitest';
import { transferOf } from './transfer.ts';

const line = { payer: 'D EXPRESS DOO BEOGRAD', reference: '', purpose: '' };

test.each([
  ['the mark is the reference', { reference: 'DEX12' }, 'DEX12'],
  ['behind the model', { reference: '97 DX-20261119-77' }, 'DX-20261119-77'],
  ['in the purpose', { purpose: 'otkup 19. 11. 2026. dx-20261119-77' }, 'DX-20261119-77'],
  ['of another form', { reference: '00 2026-1119' }, '2026-1119'],
  ['with dashes in the name', { payer: 'D-Express d.o.o.', reference: 'DEX1' }, 'DEX1'],
  ['in Cyrillic', { payer: 'Д ЕКСПРЕС ДОО', reference: 'DEX1' }, null],
  ['nowhere', { purpose: 'otkup' }, ''],
  ['somebody else says it', { payer: 'PETAR PETROVIĆ', reference: 'DEX12' }, null],
])('a transfer as statements show it, %s', (_, shown, mark) => {
  expect(transferOf('D EXPRESS', { ...line, ...shown })).toBe(mark);
});
