import * as z from 'zod';
import { INVISIBLE } from './plain-text.ts';

const BREAKS = /[\t-\r\u2028\u2029]+/g;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const LINE_ENDS = /\r\n?|[\v\f\u2028\u2029]/g;
const asSeen = (text: string): string => text.replace(BREAKS, ' ').replace(EVERY_INVISIBLE, '');
const asSeenInLines = (text: string): string => text.replace(LINE_ENDS, '\n').split('\n').map(asSeen).join('\n');

/**
 * One line by which its writer calls something, and which staff read: what is not seen is left out. It is not refused, because it comes
 * with pasted text, names of files and signs that are drawn from several.
 */
export const visibleLine = (longest: number) => z.string().overwrite(asSeen).trim().max(longest);

/** What people write to staff, in several lines: their ends stay. */
export const visibleText = (longest: number) => z.string().overwrite(asSeenInLines).trim().max(longest);
