import { expect, test } from 'vitest';
import * as z from 'zod';
import { eventFactsOnPlannedDay } from './event.ts';
import { eventEnvironment, eventSettings, shippedSettings } from './event-settings.ts';
import { eventCalendar } from './ics.ts';
import { eventJsonLd, faqJsonLd, scriptJson } from './json-ld.ts';
import { lapsesAt } from './lapse.ts';
import { endsAt } from './moments.ts';
import { isOverdue } from './payment/instructions.ts';
import { personalErrors } from './rules.ts';
import { STEPS, stepAfter, stepBefore, stepNumber } from './steps.ts';

const jelena = { firstName: 'Jelena', lastName: 'Đorđević', email: 'jelena@primer.rs', phone: '064 123 4567' };

test('the personal step names each wrong field in its fixed sentence', () => {
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

test('a reservation is flagged when the seventh day is over, not before', () => {
  const created = new Date('2027-05-01T10:00:00Z');
  const waiting = { createdAt: created, lapsesAt: null };
  expect(isOverdue(waiting, new Date('2027-05-08T21:59:59Z'))).toBe(false);
  expect(isOverdue(waiting, new Date('2027-05-08T22:00:00Z'))).toBe(true);
  expect(isOverdue({ ...waiting, lapsesAt: created }, new Date('2027-05-20T10:00:00Z'))).toBe(false);
  expect(isOverdue({ ...waiting, lapsesAt: created, arrived: 1 }, new Date('2027-05-20T10:00:00Z'))).toBe(true);
  expect(endsAt({ year: 2027 }).toISOString()).toBe('2027-09-21T22:00:00.000Z');
});

test('a scarce place is kept to the end of the announced day in Belgrade or of the event, others have no such day', () => {
  const settings = { capacity: { 'apartment-package': 5 }, pendingDays: 7, year: 2027, firstDay: '2027-12-01' };
  const on = (now: string) => lapsesAt(settings, 'apartment-package', new Date(now))?.toISOString();
  expect(on('2027-05-01T10:00:00Z')).toBe('2027-05-08T21:59:59.000Z');
  expect(on('2027-05-01T22:30:00Z')).toBe('2027-05-09T21:59:59.000Z');
  expect(on('2027-10-28T10:00:00Z')).toBe('2027-11-04T22:59:59.000Z');
  expect(on('2027-11-29T10:00:00Z')).toBe('2027-12-02T22:59:59.000Z');
  expect(lapsesAt(settings, 'ticket-only', new Date())).toBeNull();
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
    ...eventFactsOnPlannedDay(shippedSettings),
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
  const data = eventJsonLd(eventFactsOnPlannedDay(shippedSettings), {
    url: 'https://vidik.example/event/karte',
    image: 'https://vidik.example/event.png',
    soldOut: ['ticket-only'],
  });
  expect(data.startDate).toBe('2027-09-20');
  expect(data.offers.map(({ price, availability }) => [price, availability.split('/').at(-1)])).toEqual([
    ['99.99', 'SoldOut'],
    ['136.60', 'InStock'],
    ['156.60', 'InStock'],
    ['273.20', 'InStock'],
  ]);
  expect(faqJsonLd(eventFactsOnPlannedDay(shippedSettings)).mainEntity).toHaveLength(7);
  expect(scriptJson({ a: '</script>' })).toBe('{"a":"\\u003c/script>"}');
});
