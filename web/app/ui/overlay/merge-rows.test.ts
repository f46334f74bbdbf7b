import { expect, test } from 'vitest';
import { merging } from '#domain/merging-copy.ts';
import { defaultChoices, isDisputed, mergedValues, mergeRows, standingNow } from './merge-rows.ts';

const LABELS = { street: 'Ulica i broj', phone: 'Telefon', note: 'Napomena', city: 'Mesto' };
const was = { street: 'Cvijićeva 91', phone: '+381 60 555 0131', note: '', city: 'Beograd' };
const mine = { ...was, street: 'Cvijićeva 91a', note: 'Sprat 3 ' };
const theirs = { ...was, street: 'Cvijićeva 19', phone: '+381 60 555 0137' };

test('a field that both changed waits for a choice; what only one changed is chosen already', () => {
  const rows = mergeRows(LABELS, { was, mine, theirs });
  expect(rows.filter(isDisputed).map(({ label }) => label)).toEqual(['Ulica i broj']);
  expect(defaultChoices(rows)).toMatchObject({ phone: 'theirs', note: 'mine' });
  expect(defaultChoices(rows).street).toBeUndefined();
});

test('what is chosen stands over what the other side wrote, and nothing of either is lost', () => {
  const chosen = defaultChoices(mergeRows(LABELS, { was, mine, theirs }));
  expect(mergedValues({ ...chosen, street: 'mine' }, mine, theirs)).toEqual({
    street: 'Cvijićeva 91a',
    phone: '+381 60 555 0137',
    note: 'Sprat 3 ',
    city: 'Beograd',
  });
  expect(mergedValues({ ...chosen, street: 'theirs' }, mine, theirs).street).toBe('Cvijićeva 19');
});

test('both wrote the same, or one only a space: nobody is asked', () => {
  const rows = mergeRows(LABELS, {
    was,
    mine: { ...was, city: 'Niš ', phone: `${was.phone} ` },
    theirs: { ...was, city: 'Niš' },
  });
  expect(rows.some(isDisputed)).toBe(false);
});

test('while somebody chooses, what a refusal brought stands until the screen has read a newer change', () => {
  const brought = { now: theirs, shown: was };
  expect(standingNow(brought, { ...was }), 'the list is not read again yet').toBe(theirs);
  expect(standingNow(brought, { ...theirs })).toEqual(theirs);
  const again = { ...theirs, city: 'Niš' };
  expect(standingNow(brought, again)).toBe(again);
});

test('the dialog says how many fields are the same, and which were changed once more', () => {
  expect([1, 2, 5].map(merging.same)).toEqual([
    'Preostalo 1 polje je isto.',
    'Preostala 2 polja su ista.',
    'Ostalih 5 polja je isto.',
  ]);
  expect(merging.again('Narudžbina 1501, Ognjen Kostić', 'Milan Ćirić, 08:16', ['Telefon'])).toBe(
    'Narudžbina 1501, Ognjen Kostić: opet izmena (Milan Ćirić, 08:16). Kolona desno je osvežena, vaš izbor je ostao. Proverite polje Telefon.',
  );
});
