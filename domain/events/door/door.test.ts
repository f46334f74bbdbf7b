import { expect, test } from 'vitest';
import { eventDays } from '../days.ts';
import { checkByList, type DoorGuest, type DoorList, dayShown, isDoorDay, readTicketNumber } from './rules.ts';
import { searchGuests } from './search.ts';

const event = { year: 2027, rehearsals: [] };
const guest = (number: number, name: string, more: Partial<DoorGuest> = {}): DoorGuest => ({
  code: String(number),
  number,
  position: 1,
  count: 1,
  name,
  phone: '381641234567',
  packageId: 'ticket-only',
  status: 'placeno',
  amount: { amount: 1_171_600, currency: 'RSD' },
  token: `hash ${number}`,
  entry: null,
  earlier: null,
  ...more,
});
const list = (...guests: DoorGuest[]): DoorList => ({
  ...event,
  day: '2027-09-20',
  at: '2027-09-20T07:41:00Z',
  guests,
});
const entry = { key: 'k', at: '2027-09-20T07:12:00Z', door: 'Terasa' };

test('tickets are valid on both days of the event and on those of rehearsals, and on no other day', () => {
  expect(eventDays(event)).toEqual(['2027-09-20', '2027-09-21']);
  const days = ['2026-09-20', '2027-09-10', '2027-09-19', '2027-09-20', '2027-09-21', '2027-09-22'];
  expect(days.filter((day) => isDoorDay(event, day))).toEqual(['2027-09-20', '2027-09-21']);
  expect(days.filter((day) => isDoorDay({ ...event, rehearsals: ['2027-09-10', '2027-09-19'] }, day))).toEqual([
    '2027-09-10',
    '2027-09-19',
    '2027-09-20',
    '2027-09-21',
  ]);
});

test('before the event its first day is shown, afterwards its second', () => {
  expect(['2027-05-01', '2027-09-21', '2027-09-22'].map((day) => dayShown(event, day))).toEqual([
    '2027-09-20',
    '2027-09-21',
    '2027-09-21',
  ]);
});

test('a number is read however it is typed', () => {
  expect(['101', ' #101 ', '101-2', '101 - 2', '1o1', '101-'].map(readTicketNumber)).toEqual([
    { number: 101, position: null },
    { number: 101, position: null },
    { number: 101, position: 2 },
    { number: 101, position: 2 },
    null,
    null,
  ]);
});

test('by the list a used ticket is let in only with a reason, and one number with two tickets asks whose', () => {
  const [first, second] = [1, 2].map((position) =>
    guest(105, 'Đurđica Šćekić', { code: `105-${position}`, position, count: 2, token: `hash ${position}` }),
  );
  const known = list(
    first!,
    second!,
    guest(106, 'Anđela Cvetković', { entry }),
    guest(112, 'M', { status: 'pending' }),
  );
  const by = (number: number, position: number | null = null, reason?: string) =>
    checkByList(known, { number, position }, '2027-09-20', reason).verdict;
  expect([by(105), by(105, 2), by(106), by(106, null, 'Povratak'), by(112, null, 'Povratak'), by(999)]).toEqual([
    'choose',
    'valid',
    'used',
    'again',
    'unpaid',
    'unknown',
  ]);
  expect(checkByList(known, { token: 'hash 2' }, '2027-09-20').guests).toEqual([second]);
  expect(checkByList(known, null, '2027-09-20').verdict).toBe('unknown');
  expect(checkByList(known, { token: 'hash 2' }, '2027-09-22').verdict).toBe('wrong-day');
});

test('guests are found in both scripts, without marks, by number and by phone', () => {
  const guests = [
    guest(105, 'Đurđica Šćekić'),
    guest(140, 'Nađa Šćekić-Džudović', { phone: '381638765432' }),
    guest(118, 'Живана Ђукић'),
  ];
  const found = (text: string) => searchGuests(guests, text).map(({ number }) => number);
  expect(found('scek')).toEqual([105, 140]);
  expect(found('шћек')).toEqual([105, 140]);
  expect(found('Djurdjica')).toEqual([105]);
  expect(found('zivana djuk')).toEqual([118]);
  expect(found('dzudovic nada')).toEqual([140]);
  for (const dash of ['-', '–', '—', ' ', ' – ']) expect(found(`Šćekić${dash}Džudović`), dash).toEqual([140]);
  expect(found('063–876–54')).toEqual([140]);
  expect(found('14')).toEqual([140]);
  expect(found('063/876-54')).toEqual([140]);
  expect(found('+381 64')).toEqual([]);
  expect(found('+381 64 1')).toEqual([105, 118]);
  expect(found('  ')).toEqual([]);
  const inPhones = Array.from({ length: 80 }, (_, n) => guest(200 + n, 'Ana Anić', { phone: `381641186${100 + n}` }));
  expect(searchGuests([...inPhones, ...guests], '118')[0]?.name, 'before those in whose phone the number is').toBe(
    'Живана Ђукић',
  );
});
