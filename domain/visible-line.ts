import * as z from 'zod';
import { INVISIBLE } from './plain-text.ts';

const BREAKS = /[\t-\r\u2028\u2029]+/g;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const asSeen = (text: string): string => text.replace(BREAKS, ' ').replace(EVERY_INVISIBLE, '');

/**
 * One line by which its writer calls something, and which staff read: what is not seen is left out. It is not refused, because it comes
 * with pasted text, names of files and signs that are drawn from several.
 */
export const visibleLine = (longest: number) => z.string().overwrite(asSeen).trim().max(longest);
