import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personalErrors } from './events/rules.ts';
import { isPlainLine } from './plain-text.ts';
import { Email, plainName } from './shapes.ts';

const name = plainName(80);
const passes = (text: string) => name.safeParse(text).success;

test.each([
  'Jelena',
  'Ђорђе Чолић',
  'Živka Čolić-Đurić',
  'O’Brien',
  "D'Angelo",
  'Dr. Ana Perić ml.',
  'J. P. Petrović',
  'M.Petrović',
  'Petar (Pera)',
  'Milan i sinovi d.o.o.',
  'Žofia  Nováková',
  '李小龙',
])('%s is a name', (text) => {
  expect(passes(text)).toBe(true);
});

test.each([
  ['an address in a sentence', 'Vas nalog je blokiran https://evil.example/x Hitno'],
  ['a bare domain', 'evil.example'],
  ['a short domain', 't.me'],
  ['a domain with one letter and a capital', 'X.Com'],
  ['www', 'www.evil'],
  ['another scheme', 'ftp://evil'],
  ['wide letters that programs read as plain ones', 'evil．example'],
  ['the ideographic full stop of domain names', 'evil。example'],
  ['an e-mail address', 'ana@primer.rs'],
  ['a wide @', 'ana＠primer'],
  ['a line break', 'Ana\nHitno'],
  ['a zero character', 'Ana\0'],
  ['text that runs from right to left', 'Ana\u202egnp.exe'],
  ['an isolate', 'Ana\u2066x'],
  ['a zero width space', 'A\u200bna'],
  ['a soft hyphen', 'A\u00adna'],
  ['a letter drawn as nothing', '\u3164'],
  ['half a surrogate pair', 'Ana\ud800'],
])('%s is no name', (_, text) => {
  expect(passes(text)).toBe(false);
});

test('a name is trimmed', () => {
  expect(name.parse('  Ana Marija \u00a0')).toBe('Ana Marija');
});

const letters = fc.string({ unit: fc.constantFrom(...'aeiouAEIOUčćžšđČĆŽŠĐбвгдђ'), minLength: 1, maxLength: 12 });
const unseen = fc.constantFrom(
  ...'\u0000\u0007\u001b\u007f\u0085\u00ad\u061c\u180e\u200b\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff',
);

test('Serbian letters with apostrophes, hyphens, spaces and dots after words are always names', () => {
  const joint = fc.constantFrom(' ', '-', '’', "'", '. ');
  fc.assert(
    fc.property(letters, joint, letters, fc.constantFrom('', '.'), (first, between, last, end) =>
      passes(`${first}${between}${last}${end}`),
    ),
  );
});

test('one character that is not seen, anywhere inside, spoils every name', () => {
  fc.assert(fc.property(letters, unseen, letters, (before, sign, after) => !passes(`${before}${sign}${after}`)));
});

test('whatever passes holds neither an address nor @ nor anything unseen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      const { success, data } = name.safeParse(text);
      return !success || (isPlainLine(data) && !/@|:\/\/|www\./i.test(data.normalize('NFKC')));
    }),
  );
});

test('an address hidden between any words is found', () => {
  const host = fc.domain();
  fc.assert(
    fc.property(
      letters,
      host,
      letters,
      (before, domain, after) => !passes(`${before} ${domain} ${after}`.slice(0, 80)),
    ),
  );
});

const email = (text: string) => Email.safeParse(text).success;

test.each(['a@b.cc', 'petar.petrovic@primer.co.rs', "o'brien+shop_1@mail-1.example.museum", '1@1.rs'])(
  '%s is an e-mail address',
  (text) => expect(email(text)).toBe(true),
);

test.each([
  'a@b..c',
  'a@b..cc',
  '<a@b.cc>',
  '../x@y.zz',
  '../../..@y.zz',
  'ž@đ.rs',
  'a@đ.rs',
  'jelena@primer',
  'a b@c.rs',
  'a@b@c.rs',
  '.a@b.rs',
  'a.@b.rs',
  'a..b@c.rs',
  'a@-b.rs',
  'a@b-.rs',
  'a@.rs',
  'a@b.r',
  'a@b.12',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  '"a b"@c.rs',
  'Ana <a@b.cc>',
  'a@b.cc,c@d.rs',
  'a@b.cc\nBcc: c@d.rs',
  `${'a'.repeat(65)}@b.rs`,
  `a@${'b'.repeat(64)}.rs`,
  `a@${'bb.'.repeat(90)}rs`,
])('%j is no e-mail address', (text) => {
  expect(email(text)).toBe(false);
});

test('an address is trimmed and put in lower case', () => {
  expect(Email.parse('  Posta@Primer.RS ')).toBe('posta@primer.rs');
});

test('what passes has one @ and dots only between plain ASCII labels', () => {
  const part = fc.string({ unit: fc.constantFrom(...'aB1._-+\'@<>/ž "\\,'), maxLength: 12 });
  fc.assert(
    fc.property(part, part, (local, host) => {
      const { success, data } = Email.safeParse(`${local}@${host}.rs`);
      return !success || /^[\w'+-]+(\.[\w'+-]+)*@[a-z0-9-]+(\.[a-z0-9-]+)*\.rs$/.test(data);
    }),
  );
});

test('the reservation form says which field is wrong', () => {
  const person = { firstName: 'Ana', lastName: 'Perić', email: 'ana@primer.rs', phone: '064/123-4567' };
  expect(personalErrors(person)).toEqual({});
  expect(Object.keys(personalErrors({ ...person, firstName: 'evil.example', email: 'a@b..c' }))).toEqual([
    'firstName',
    'email',
  ]);
  expect(Object.keys(personalErrors({ ...person, phone: 'https://evil.example' }))).toEqual(['phone']);
});
