const NBSP = '\u00a0';
/** Draws nothing and lets no line end where it stands. */
const JOINER = '\u2060';

/** Words that never end a line: they belong to the next one. */
const CLINGING = /(^|[\s„(])(i|u|o|s|a|k) (?=\S)/gi;

/** `6. januara` and `6. januar`, of which the day never ends a line. */
const MONTH =
  /(\d\.) (?=(?:(?:januar|februar|mart|april|maj|jun|jul|avgust)a?|(?:septemb|oktob|novemb|decemb)(?:ra|ar))\b)/g;

/**
 * Serbian line breaking: one-letter words stay with the word after them, amounts with their currency or unit, dates and
 * L-banners in one piece. For texts drawn on the screen; not for what is stored, searched or sent.
 */
export function withNonBreakingSpaces(text: string): string {
  return text
    .replace(/(\d) (?=€|RSD\b|EUR\b|kg\b|min\b|cm\b|mm\b)/g, `$1${NBSP}`)
    .replace(/(\d\.) (?=\d{1,4}\.)/g, `$1${NBSP}`)
    .replace(/\bL-(?=ban)/g, `L-${JOINER}`)
    .replace(MONTH, `$1${NBSP}`)
    .replace(CLINGING, `$1$2${NBSP}`)
    .replace(CLINGING, `$1$2${NBSP}`);
}

/** The same for every text of a copy object, however deep; what is not text stays as it is. */
export function typeset<T>(copy: T): T {
  if (typeof copy === 'string') return withNonBreakingSpaces(copy) as T;
  if (Array.isArray(copy)) return copy.map(typeset) as T;
  if (copy !== null && typeof copy === 'object')
    return Object.fromEntries(Object.entries(copy).map(([key, value]) => [key, typeset(value)])) as T;
  return copy;
}
