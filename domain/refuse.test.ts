import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { common } from './copy.ts';
import { declaredRefusals, type RefusalCode, refuse } from './refuse.ts';
import { sentenceFor, sentences } from './sentences.ts';

const declared = declaredRefusals();

test('a code has one status, wherever the contract declares it', () => {
  const status = new Map<RefusalCode, number>();
  for (const { code, status: here } of declared) {
    expect(here, code).toBe(status.get(code) ?? here);
    status.set(code, here);
  }
});

test('every declared code has its sentence, and no sentence is for a code that nobody declares', () => {
  expect(Object.keys(sentences).sort()).toEqual([...new Set(declared.map(({ code }) => code))].sort());
});

test('a refusal carries the status of the contract and its data', () => {
  expect(refuse('ORDER_GONE')).toMatchObject({ code: 'ORDER_GONE', status: 404, data: undefined });
  expect(refuse('VOUCHER_USED', { mine: true })).toMatchObject({ status: 409, data: { mine: true } });
  expect(refuse('TOO_MANY_REQUESTS', { seconds: 90 })).toMatchObject({ status: 429, data: { seconds: 90 } });
});

test('the same code is said differently where its data gives the reason', () => {
  expect(sentenceFor('FORBIDDEN', undefined)).toBe(common.noAccess);
  expect(sentenceFor('FORBIDDEN', { reason: 'waiting' })).toBe(common.waitingAccount);
  expect(sentenceFor('BAD_REQUEST', { issues: [] })).toBe(common.badInput);
  expect(sentenceFor('BAD_REQUEST', { unreadable: 'form' })).toBe(common.badForm);
  expect(sentenceFor('TOO_MANY_REQUESTS', { seconds: 61 })).toBe(common.tooMany(2));
  expect(sentenceFor('NOT_OURS', undefined)).toBeNull();
});

test('the server makes no refusal of the API except with refuse, so every code it throws is declared', () => {
  const sources = globSync('server/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$/.test(name));
  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources.filter((name) => /new ORPCError\(|\berrors\.[A-Z]+(_[A-Z]+)*\(/.test(readFileSync(name, 'utf8'))),
  ).toEqual([]);
});
