import { expect, test } from 'vitest';
import type { Permission } from '#domain/access.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { contract } from '#domain/contract.ts';
import { englishRefusals } from '#domain/english/refusals.ts';
import { generalRefusals } from '#domain/errors.ts';
import { keyRefusals } from '#domain/integrations/keys/refusals.ts';
import { KEY_PERMISSIONS } from '#domain/integrations/keys/rules.ts';
import { languageOf } from './programs.ts';

/** What a key may call, by the table of calls. */
const callable = Object.entries<CallRule>(CALLS).filter(
  ([name, { who, onlyPeople }]) =>
    !name.includes(' ') && !onlyPeople && (who === 'anyone' || KEY_PERMISSIONS.has(who as Permission)),
);

function codesOf(name: string): string[] {
  const procedure = name.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], contract);
  return Object.keys((procedure as { '~orpc': { errorMap: object } })['~orpc'].errorMap);
}

test('no code that a program may meet is without an English sentence, and no sentence without its code', () => {
  const codes = new Set([
    ...Object.keys(generalRefusals),
    ...Object.keys(keyRefusals),
    ...callable.flatMap(([name]) => codesOf(name)),
  ]);
  expect([...codes].filter((code) => !Object.hasOwn(englishRefusals, code)).sort()).toEqual([]);
  expect(Object.keys(englishRefusals).filter((code) => !codes.has(code))).toEqual([]);
});

test('English is for whoever prefers it to Serbian', () => {
  const language = (accepted?: string) =>
    languageOf(new Headers(accepted === undefined ? {} : { 'accept-language': accepted }));
  for (const [accepted, expected] of [
    [undefined, 'sr'],
    ['', 'sr'],
    ['*', 'sr'],
    ['en', 'en'],
    ['en-GB,en;q=0.9,sr;q=0.8', 'en'],
    ['sr-Latn-RS,sr;q=0.9,en;q=0.8', 'sr'],
    ['de,en;q=0.5', 'en'],
    ['sr;q=0.2,en;q=0.9', 'en'],
    ['en;q=0', 'sr'],
    ['english please', 'sr'],
  ] as const)
    expect(language(accepted), accepted).toBe(expected);
});
