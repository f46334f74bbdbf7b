import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Day, daysLater } from '../day.ts';
import { solutionDueOn } from '../returns/rules.ts';
import { dueOn } from '../tasks/rules.ts';
import { dayOf } from '../time.ts';
import { withdrawalUntil } from '../withdrawal-days.ts';
import { deliveryBy, refundBy } from './rules.ts';
import { isLapsed } from './transfer/transfer.ts';
import { transferEnvironment, transferSettings } from './transfer/transfer-settings.ts';

/** The last moments of days in Belgrade on which clocks or calendars do something odd. */
const LAST_MOMENTS = [
  ['28 March 2027, an hour shorter', '2027-03-28T21:59:59.999Z'],
  ['31 October 2027, an hour longer', '2027-10-31T22:59:59.999Z'],
  ['29 February 2028', '2028-02-29T22:59:59.999Z'],
  ['31 December 2027', '2027-12-31T22:59:59.999Z'],
] as const;

const TRANSFER_DAYS = transferSettings(z.object(transferEnvironment).parse({})).days;

/** What each deadline counts from: a moment. */
const RULES: Record<string, (from: Date) => Day> = {
  'the money of a withdrawal': refundBy,
  'the answer to a complaint': (from) => dueOn('complaint', from),
  'the solution of a complaint': (from) => solutionDueOn(dayOf(from)),
  'the delivery': deliveryBy,
  'the withdrawal': (from) => withdrawalUntil(dayOf(from)),
  'a pro-forma invoice': (from) => daysLater(dayOf(from), TRANSFER_DAYS),
};

/** What began in that last moment, and what began a millisecond later, ends on these days. */
const ENDS: Record<keyof typeof RULES, readonly [Day, Day][]> = {
  'the money of a withdrawal': [
    ['2027-04-11', '2027-04-12'],
    ['2027-11-14', '2027-11-15'],
    ['2028-03-14', '2028-03-15'],
    ['2028-01-14', '2028-01-15'],
  ],
  'the answer to a complaint': [
    ['2027-04-05', '2027-04-06'],
    ['2027-11-08', '2027-11-09'],
    ['2028-03-08', '2028-03-09'],
    ['2028-01-08', '2028-01-09'],
  ],
  'the solution of a complaint': [
    ['2027-04-27', '2027-04-28'],
    ['2027-11-30', '2027-12-01'],
    ['2028-03-30', '2028-03-31'],
    ['2028-01-30', '2028-01-31'],
  ],
  'the delivery': [
    ['2027-04-27', '2027-04-28'],
    ['2027-11-30', '2027-12-01'],
    ['2028-03-30', '2028-03-31'],
    ['2028-01-30', '2028-01-31'],
  ],
  'the withdrawal': [
    ['2027-04-11', '2027-04-12'],
    ['2027-11-14', '2027-11-15'],
    ['2028-03-14', '2028-03-15'],
    ['2028-01-14', '2028-01-15'],
  ],
  'a pro-forma invoice': [
    ['2027-04-04', '2027-04-05'],
    ['2027-11-07', '2027-11-08'],
    ['2028-03-07', '2028-03-08'],
    ['2028-01-07', '2028-01-08'],
  ],
};

/** What ends on those four days began, at any hour, on these. */
const BEGAN: Record<keyof typeof RULES, readonly Day[]> = {
  'the money of a withdrawal': ['2027-03-14', '2027-10-17', '2028-02-15', '2027-12-17'],
  'the answer to a complaint': ['2027-03-20', '2027-10-23', '2028-02-21', '2027-12-23'],
  'the solution of a complaint': ['2027-02-26', '2027-10-01', '2028-01-30', '2027-12-01'],
  'the delivery': ['2027-02-26', '2027-10-01', '2028-01-30', '2027-12-01'],
  'the withdrawal': ['2027-03-14', '2027-10-17', '2028-02-15', '2027-12-17'],
  'a pro-forma invoice': ['2027-03-21', '2027-10-24', '2028-02-22', '2027-12-24'],
};

const after = (moment: Date) => new Date(moment.getTime() + 1);

test.each(Object.keys(RULES))(
  '%s: what begins in the last moment of a day is counted from that day, a moment later from the next',
  (name) => {
    const ends = LAST_MOMENTS.map(([, moment]) => {
      const last = new Date(moment);
      return [RULES[name]!(last), RULES[name]!(after(last))];
    });
    expect(ends).toEqual(ENDS[name]);
  },
);

test.each(Object.keys(RULES))('%s ends at midnight in Belgrade, not an hour before or after', (name) => {
  for (const [n, [day, moment]] of LAST_MOMENTS.entries()) {
    const until = RULES[name]!(new Date(`${BEGAN[name]![n]}T12:00:00Z`));
    const last = new Date(moment);
    expect(dayOf(last) <= until, `${day}: its last moment is in time`).toBe(true);
    expect(dayOf(after(last)) > until, `${day}: the next one is late`).toBe(true);
  }
});

test('a pro-forma invoice whose last day a statement has shown is over with that day', () => {
  for (const [day, moment] of LAST_MOMENTS) {
    const last = new Date(moment);
    const validUntil = dayOf(last);
    const isOver = (now: Date) => isLapsed({ validUntil, today: dayOf(now), stated: validUntil }, new Set());
    expect([isOver(last), isOver(after(last))], day).toEqual([false, true]);
  }
});
