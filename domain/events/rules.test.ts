import { expect, test } from 'vitest';
import * as z from 'zod';
import { eventEnvironment, eventSettings, shippedSettings } from '../event-settings.ts';
import { endsAt } from './event.ts';
import { eventCalendar } from './ics.ts';
import { daysSince, isOverdue } from './instructions.ts';
import { eventJsonLd, faqJsonLd, scriptJson } from './json-ld.ts';
import { personalErrors } from './rules.ts';
import { verdictOf } from './statement.ts';
import { STEPS, stepAfter, stepBefore, stepNumber } from './steps.ts';

const jelena = { firstName: 'Jelena', lastName: 'Đorđević', email: 'jelena@primer.rs', phone: '064 123 4567' };

test('the personal step says exactly what the specification says', () => {
  expect(personalErrors(jelena)).toEqual({});
  expect(personalErrors({ firstName: ' ', lastName: '', email: '', phone: '' })).toEqual({
    firstName: 'Ime je obavezno',
    lastName: 'Prezime je obavezno',
    email: 'Email je obavezan',
    phone: 'Telefon je obavezan',
  });
  expect(personalErrors({ ...jelena, email: 'jelena@primer', phone: '064 12' })).toEqual({
    email: 'Email nije validan',
    phone: 'Telefon mora imati najmanje 8 cifara',
  });
  expect(personalErrors({ ...jelena, phone: '06412345' })).toEqual({});
});

test('the steps go from personal data over country and package to payment', () => {
  expect(STEPS).toEqual(['personal', 'country', 'package', 'payment']);
  expect(STEPS.map(stepNumber)).toEqual([1, 2, 3, 4]);
  expect(stepAfter('payment')).toBe('payment');
  expect(stepBefore('personal')).toBe('personal');
});

test('a reservation is flagged after seven days, not before', () => {
  const created = new Date('2027-05-01T10:00:00Z');
  expect(isOverdue(created, new Date('2027-05-08T09:59:59Z'))).toBe(false);
  expect(isOverdue(created, new Date('2027-05-08T10:00:00Z'))).toBe(true);
  expect(daysSince(created, new Date('2027-05-04T09:00:00Z'))).toBe(2);
  expect(endsAt(2027).toISOString()).toBe('2027-09-21T22:00:00.000Z');
});

test('the verdict on a payment', () => {
  const price = { amount: 1_600_500, currency: 'RSD' } as const;
  const waiting = { price, paid: false, claims: 1, together: price.amount };
  expect(verdictOf(price, waiting)).toBe('exact');
  expect(verdictOf({ ...price, amount: 1_600_400 }, waiting)).toBe('part');
  expect(verdictOf({ ...price, amount: 1_600_501 }, waiting)).toBe('over');
  expect(verdictOf({ amount: 13_660, currency: 'EUR' }, waiting)).toBe('currency');
  expect(verdictOf(price, { ...waiting, paid: true })).toBe('duplicate');
  expect(verdictOf(price, { ...waiting, claims: 2, together: 2 * price.amount })).toBe('duplicate');
  expect(verdictOf({ ...price, amount: 800_250 }, { ...waiting, claims: 2 })).toBe('part');
  expect(verdictOf(price, null)).toBe('unknown');
});

test('configuration names the variable that is wrong', () => {
  const Environment = z.object(eventEnvironment);
  const wrong = Environment.safeParse({
    EVENT_RS_ACCOUNT: '160000000123456778',
    EVENT_CAPACITY: 'vip=3',
    EVENT_YEAR: 'x',
  });
  expect(wrong.error?.issues.map((issue) => issue.path[0])).toEqual([
    'EVENT_YEAR',
    'EVENT_RS_ACCOUNT',
    'EVENT_CAPACITY',
  ]);
  const right = eventSettings(Environment.parse({ EVENT_CAPACITY: 'ticket-only=200, apartment-package=0' }));
  expect(right.capacity).toEqual({ 'ticket-only': 200, 'apartment-package': 0 });
  expect(shippedSettings.accounts.CG.iban).toBe('ME25999000000000020230');
});

test('the calendar holds both days, escaped, with lines of at most 75 bytes', () => {
  const event = {
    ...shippedSettings,
    place: { ...shippedSettings.place, hotel: 'Hotel „Šest; sedam, osam“ na samoj plaži iznad luke' },
  };
  const ics = eventCalendar(event, {
    url: 'https://vidik.example/event/karte',
    now: new Date('2027-01-02T03:04:05.678Z'),
  });
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(ics).toContain('DTSTART;VALUE=DATE:20270920\r\nDTEND;VALUE=DATE:20270922\r\n');
  expect(ics).toContain('DTSTAMP:20270102T030405Z\r\n');
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = ics.replaceAll('\r\n ', '');
  expect(unfolded).toContain(
    'LOCATION:Hotel „Šest\\; sedam\\, osam“ na samoj plaži iznad luke\\, Obala 1\\, 85000 Primorski Primer',
  );
  expect(unfolded).not.toMatch(/[^\r]\n/);
});

test('search engines read both days, four offers and seven answers', () => {
  const data = eventJsonLd(shippedSettings, {
    url: 'https://vidik.example/event/karte',
    image: 'https://vidik.example/event.png',
    soldOut: ['ticket-only'],
  });
  expect(data.startDate).toBe('2027-09-20T00:00:00+02:00');
  expect(data.offers.map(({ price, availability }) => [price, availability.split('/').at(-1)])).toEqual([
    ['99.99', 'SoldOut'],
    ['136.60', 'InStock'],
    ['156.60', 'InStock'],
    ['273.20', 'InStock'],
  ]);
  expect(faqJsonLd(shippedSettings).mainEntity).toHaveLength(7);
  expect(scriptJson({ a: '</script>' })).toBe('{"a":"\\u003c/script>"}');
});
