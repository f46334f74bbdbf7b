import { expect, test } from 'vitest';
import { splitAtMatches } from './palette.ts';

const marked = (text: string, query: string) =>
  splitAtMatches(text, query)
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test('what was searched for is marked in the name, however either is written', () => {
  expect(marked('Sofija Žunić', 'zunic')).toBe('Sofija [Žunić]');
  expect(marked('Sofija Žunić', 'ЖУН')).toBe('Sofija [Žun]ić');
  expect(marked('Đorđe Đurić', 'djordje duric')).toBe('[Đorđe] [Đurić]');
  expect(marked('Ђорђе', 'đorđe')).toBe('[Ђорђе]');
  expect(marked('Djordje', 'Đorđe')).toBe('[D]j[ord]j[e]');
  expect(marked('Љубица Нешић', 'ljub')).toBe('[Љуб]ица Нешић');
  expect(marked('1482', '48')).toBe('1[48]2');
  expect(marked('Ana', 'xy')).toBe('Ana');
});
