import { expect, test } from 'vitest';
import { typeset, withNonBreakingSpaces } from './typography.ts';

test('a one-letter word stays with the word after it', () => {
  expect(withNonBreakingSpaces('Uključite ga u televizor i gledajte')).toBe(
    'Uključite ga u\u00a0televizor i\u00a0gledajte',
  );
  expect(withNonBreakingSpaces('U cenu')).toBe('U\u00a0cenu');
  expect(withNonBreakingSpaces('reč „i druga“ (a ne ova)')).toBe('reč „i\u00a0druga“ (a\u00a0ne ova)');
});

test('two one-letter words in a row both cling', () => {
  expect(withNonBreakingSpaces('ljudi i u gradu')).toBe('ljudi i\u00a0u\u00a0gradu');
});

test('an amount stays with its currency', () => {
  expect(withNonBreakingSpaces('od 219 € do 17.999 € ili 16.005 RSD')).toBe(
    'od 219\u00a0€ do 17.999\u00a0€ ili 16.005\u00a0RSD',
  );
});

test('a date stays in one piece', () => {
  expect(withNonBreakingSpaces('povezan 21. 11. 2026.')).toBe('povezan 21.\u00a011.\u00a02026.');
});

test('an L-banner is not broken at its hyphen', () => {
  expect(withNonBreakingSpaces('šabloni za L-baner')).toBe('šabloni za L-\u2060baner');
});

test('longer words, ends of sentences and empty texts are left alone', () => {
  expect(withNonBreakingSpaces('ako želite ovo')).toBe('ako želite ovo');
  expect(withNonBreakingSpaces('Slovo i')).toBe('Slovo i');
  expect(withNonBreakingSpaces('')).toBe('');
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
