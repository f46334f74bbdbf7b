import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailNames } from '#domain/admin/mails-copy.ts';
import { CALLS } from '#domain/calls.ts';
import type { PromiseRow } from '#domain/promises/promise.ts';
import { allPromises } from '#domain/promises/promises.ts';
import { jobNames } from '#server/jobs.ts';
import { root } from '../setup.mjs';
import { articlesIn, isPromising, sentencesOf, textsIn } from './stated-text.ts';
import { promisesPage } from './tables.ts';

const texts = textsIn(root);
const textsAt = Map.groupBy([...texts, ...articlesIn(root)], ({ place }) => place);

const isOf = (row: PromiseRow, place: string, sentence: string) =>
  row.said === place && (row.says === undefined || sentence.includes(row.says));

test('whoever says on a page or in a mail what the reader will get has a row for the sentence', () => {
  const without = texts.flatMap(({ place, text }) =>
    sentencesOf(text)
      .filter((sentence) => isPromising(sentence) && !allPromises.some((row) => isOf(row, place, sentence)))
      .map((sentence) => `${place}: ${sentence}`),
  );
  expect(without).toEqual([]);
});

test('no page and no terms in force say that somebody saw an advert, or that a dark screen is noticed', () => {
  const beyond = /(ugašen|isključen)\S* ekran|neko (zaista )?vid|niko ne gleda|reklame koje ste videli|odgledan/i;
  expect([...texts, ...articlesIn(root)].filter(({ text }) => beyond.test(text))).toEqual([]);
});

test('every row is about a sentence that is said', () => {
  const gone = allPromises.filter(({ said, says = '' }) => !textsAt.get(said)?.some(({ text }) => text.includes(says)));
  expect(gone.map(({ said, says }) => `${said} ${says ?? ''}`)).toEqual([]);
});

test('every row has something that keeps it and a test that shows it', () => {
  const wrong = allPromises.filter(({ by, test }) => !isThere(by) || !isTest(test));
  expect(wrong.map(({ said, by, test }) => `${said}: ${by} / ${test}`)).toEqual([]);
});

test('docs/promises.md is written from the rows; npm run render:promises renews it', () => {
  expect(readFileSync(path.join(root, 'docs/promises.md'), 'utf8')).toBe(promisesPage());
});

function isThere(by: string): boolean {
  const [kind, name = '', exported] = by.split(' ');
  if (kind === 'call') return name in CALLS;
  if (kind === 'mail') return name in mailNames;
  if (kind === 'job') return (jobNames as readonly string[]).includes(name);
  const file = path.join(root, name);
  if (!existsSync(file)) return false;
  const isExported = new RegExp(`^export (?:async )?(?:function|const) ${exported}\\b`, 'm');
  return kind === 'screen' || (kind === 'code' && isExported.test(readFileSync(file, 'utf8')));
}

/** Apostrophes of the source are escaped, so either quote will do. */
function isTest(test: string): boolean {
  const [file = '', name = ''] = test.split(' › ');
  return (
    name !== '' &&
    existsSync(path.join(root, file)) &&
    readFileSync(path.join(root, file), 'utf8').includes(`'${name}'`)
  );
}
