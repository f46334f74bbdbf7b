import { expect, test } from 'vitest';
import { writeKeys } from './write-keys.ts';

test('the same values have the same key, so that after a lost answer they are sent as the same', () => {
  const keys = writeKeys();
  const key = keys.of({ outcome: 'no_answer', note: '' }, ['a', 'b']);
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys.of({ outcome: 'no_answer', note: '' }, ['a', 'b'])).toBe(key);
});

test('a change makes another key, and what was sent before keeps its own', () => {
  const keys = writeKeys();
  const first = keys.of('no_answer', '');
  const second = keys.of('declined', '');
  expect(second).not.toBe(first);
  expect(keys.of('declined', 'Ne treba mu.')).not.toBe(second);
  expect(keys.of('no_answer', '')).toBe(first);
});

test('once it was done, the same values are another deed', () => {
  const keys = writeKeys();
  const first = keys.of('note');
  keys.renew();
  expect(keys.of('note')).not.toBe(first);
});

test('two forms never share a key', () => {
  expect(writeKeys().of('note')).not.toBe(writeKeys().of('note'));
});
