import { expect, test } from 'vitest';
import { personalDataIn } from './personal-data.ts';

const known = {
  names: ['Živković', 'Milica Živković'],
  phones: ['0641234567'],
  passwords: ['jedna-duga-lozinka'],
  codes: ['200000000000000001'],
};
const line = (said: string) => `{"level":30,"time":"2026-11-27T06:12:00.000Z","msg":"${said}"}`;
const found = (said: string) => personalDataIn(line(said), known).map(({ what }) => what);

test.each([
  ['a mail address', 'no mailbox milica@primer.rs'],
  ['a mail address', 'no mailbox đorđe@žito.rs'],
  ['a name', 'order of Milica Živković'],
  ['a name', 'Živković, two parcels'],
  ['a phone number', 'called 0641234567'],
  ['a phone number', 'called +381641112223'],
  ['a phone number', 'called +381 64 111 2223'],
  ['a password', 'typed jedna-duga-lozinka'],
  ['a code', 'voucher 200000000000000001 was spent'],
  ['a key of a program', 'Bearer vdk_0123456789abcdef'],
  ['a secret of a webhook', 'signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a key of the payment provider', 'Invalid API Key provided: sk_test_abc'],
  ['a token of a session', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2ln'],
  ['a token of a TV', 'tv_00112233445566778899aabbccddeeff'],
  ['the token of a ticket', '/event/karta/AT8MelKdDkqGixxcL28KfTEAAQIDBAUGBwgJCgsMDQ4'],
])('%s is found: %s', (what, said) => {
  expect(found(said)).toContain(what);
});

test('what the log may say is not taken for anything', () => {
  for (const said of [
    'failed request',
    'route /event/karta/:token',
    'no mailbox [address]',
    'at file:///srv/node_modules/@orpc/zod/dist/index.mjs:10:3',
    'requestId 3f0c7a52-9d0e-4a86-8b1c-5c2f6f0a7d31',
    'person 9b1a6c7e-52d4-4f0b-8c3d-7e5a1f2b4c60',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'Živkovićeva is another word',
    'bytes 12000000000000000012',
  ])
    expect(found(said), said).toEqual([]);
});

test('the line is named, and each kind that is in it', () => {
  const log = [line('started'), line('milica@primer.rs, Milica Živković'), ''].join('\n');
  expect(personalDataIn(log, known).map(({ what, line: at }) => `${at} ${what}`)).toEqual([
    '2 a mail address',
    '2 a name',
  ]);
});

test('thousands of names are looked for, the last one too', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `Prezime${n}`);
  expect(personalDataIn(line('Prezime1999 paid'), { ...known, names }).map(({ what }) => what)).toEqual(['a name']);
});
