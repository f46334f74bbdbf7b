import { expect, test } from 'vitest';
import { typeset, unbroken } from './typography.ts';

test('a one-letter word stays with the word after it', () => {
  expect(unbroken('Uključite ga u televizor i gledajte')).toBe('Uključite ga u\u00a0televizor i\u00a0gledajte');
  expect(unbroken('U cenu')).toBe('U\u00a0cenu');
  expect(unbroken('reč „i druga“ (a ne ova)')).toBe('reč „i\u00a0druga“ (a\u00a0ne ova)');
});

test('two one-letter words in a row both cling', () => {
  expect(unbroken('ljudi i u gradu')).toBe('ljudi i\u00a0u\u00a0gradu');
});

test('an amount stays with its currency', () => {
  expect(unbroken('od 219 € do 17.999 € ili 16.005 RSD')).toBe('od 219\u00a0€ do 17.999\u00a0€ ili 16.005\u00a0RSD');
});

test('a date stays in one piece', () => {
  expect(unbroken('povezan 21. 11. 2026.')).toBe('povezan 21.\u00a011.\u00a02026.');
});

test('an L-banner is not broken at its hyphen', () => {
  expect(unbroken('šabloni za L-baner')).toBe('šabloni za L-\u2060baner');
});

test('longer words, ends of sentences and empty texts are left alone', () => {
  expect(unbroken('ako želite ovo')).toBe('ako želite ovo');
  expect(unbroken('Slovo i')).toBe('Slovo i');
  expect(unbroken('')).toBe('');
});

test('a whole copy object is typeset, except what is computed', () => {
  const sentence = (n: number) => `${n} € u gradu`;
  const copy = typeset({ title: 'i ovo', list: ['u gradu'], deep: { price: '99 €' }, sentence, none: null });
  expect(copy).toEqual({
    title: 'i\u00a0ovo',
    list: ['u\u00a0gradu'],
    deep: { price: '99\u00a0€' },
    sentence,
    none: null,
  });
});
