import { expect, test } from 'vitest';
import { nameOfActor } from './words.ts';

test('who did something is named, a program with its key and whose duties it has', () => {
  const jelena = { id: '9b1a', name: 'Jelena Đurić' };
  expect(nameOfActor(jelena)).toBe('Jelena Đurić');
  expect(nameOfActor({ ...jelena, key: null })).toBe('Jelena Đurić');
  expect(nameOfActor({ ...jelena, key: 'Uvoz adresa' }).replaceAll('\u00a0', ' ')).toBe(
    'ključ: Uvoz adresa (Jelena Đurić)',
  );
  expect(nameOfActor({ id: '9b1a', name: null, key: 'Uvoz adresa' })).toContain('(obrisan nalog)');
  expect(nameOfActor({ id: 'stripe', name: null })).toBe('platna kuća');
});
