import { unreadable } from './refusal.ts';

/** No bank writes longer lines or more of them; whatever does is refused before anything is matched against it. */
const LONGEST_LINE = 10_000;
const MAX_TEXT_LINES = 500_000;

/** The lines of a CSV or MT940 file. Counted first: cutting twelve million empty ones would take a second and 200 MB. */
export function linesOf(text: string): string[] {
  let lines = 1;
  let longest = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    lines += 1;
    longest = Math.max(longest, at - start);
    start = at + 1;
  }
  if (Math.max(longest, text.length - start) > LONGEST_LINE) throw unreadable('long');
  if (lines > 2 * MAX_TEXT_LINES) throw unreadable('lines');
  return text.split(/\r\n|\n|\r/);
}
