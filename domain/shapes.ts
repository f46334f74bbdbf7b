import * as z from 'zod';
import { isPossibleDay } from './calendar.ts';
import { common } from './copy.ts';
import { EMAIL_MAX, EMAIL_SHAPE, isPlainLine, isPlainName } from './plain-text.ts';

/** Shapes that several contracts share. Files without zod (money.ts, plural.ts …) are what public pages import. */
export const Id = z.uuid();

/** The one shape of an e-mail address, as it is stored and compared: trimmed, in lower case. */
export const emailShape = (invalid: string = common.badEmail) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email({ pattern: EMAIL_SHAPE, error: invalid }).max(EMAIL_MAX, invalid));
export const Email = emailShape();

/** One visible line, trimmed; may be empty. */
export const plainLine = (longest: number, tooLong?: string) =>
  z.string().trim().max(longest, tooLong).refine(isPlainLine, common.notVisible);

/** The one shape of a name that a stranger types: of a person, of a town. */
export const plainName = (longest: number, tooLong?: string) =>
  z.string().trim().max(longest, tooLong).refine(isPlainName, common.notPlainName);

export const Currency = z.enum(['EUR', 'RSD']);

/** A day that a program writes, of the years in which the business can have one. */
export const Day = z.iso.date().refine(isPossibleDay);
/** A moment that a program writes, in UTC, of the same years. */
export const Moment = z.iso.datetime().refine((moment) => isPossibleDay(moment.slice(0, 10)));

/** Of a sorted list; by time, `desc` is newest first. */
export const Direction = z.enum(['asc', 'desc']).default('desc');

/** Where a page of a list ended: the `next` of that page, passed back as `after`. Anything else shows the first page. */
export const Cursor = z.string().max(2_000);

/** How many there are; see count.ts. */
export const Count = z.object({ count: z.int(), more: z.boolean() });

/** A yes or no that may come in an address: `?all=true`. */
export const Flag = z.union([z.boolean(), z.stringbool()]);

export const Money = z.object({ amount: z.int(), currency: Currency });
