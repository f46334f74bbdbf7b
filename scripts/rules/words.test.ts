import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { isTest, sourceFilesIn } from './sources.ts';

/** Beginnings of words for which there is another one on every screen and in every mail. */
const OTHERS: Record<string, string> = {
  porudžbin: 'narudžbina',
  profaktur: 'predračun',
  kompanij: 'firma',
  instalater: 'monter',
  mejl: 'email',
  notifikacij: 'obaveštenje',
  impresij: 'prikaz',
  ulaznic: 'karta',
  saldo: 'stanje',
  kupon: 'vaučer',
  subskripcij: 'pretplata',
  logovanj: 'prijava',
};

test('one thing has one Serbian word', () => {
  const stem = new RegExp(`(?<!\\p{L})(${Object.keys(OTHERS).join('|')})\\p{L}*`, 'giu');
  const stray = sourceFilesIn(root, ['domain', 'doubles'])
    .filter((name) => !isTest(name))
    .flatMap((name) =>
      [...readFileSync(path.join(root, name), 'utf8').matchAll(stem)].map(
        ([word, begins]) => `${name}: "${word}", write ${OTHERS[begins!.toLowerCase()]}`,
      ),
    );
  expect(stray).toEqual([]);
});
