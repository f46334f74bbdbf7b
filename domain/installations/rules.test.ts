import { expect, test } from 'vitest';
import { installerLabel } from './rules.ts';

test('two installers of one name and place are told apart by their addresses', () => {
  const one = { name: 'Žarko Ilić', city: 'Čačak', email: 'zarko@primer.rs' };
  const other = { ...one, email: 'zare@primer.rs' };
  const elsewhere = { ...one, city: '' };
  expect(installerLabel(one, [one, other, elsewhere])).toBe('Žarko Ilić, Čačak, zarko@primer.rs');
  expect(installerLabel(other, [one, other, elsewhere])).toBe('Žarko Ilić, Čačak, zare@primer.rs');
  expect(installerLabel(elsewhere, [one, other, elsewhere])).toBe('Žarko Ilić');
});
