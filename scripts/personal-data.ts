/** What must not stand in a log, found in its text. */

interface Found {
  what: string;
  /** From 1. */
  line: number;
  text: string;
}

/** What is known of the people and things of a run. */
export interface Known {
  /** Whole words, as they were typed. */
  names: readonly string[];
  phones: readonly string[];
  passwords: readonly string[];
  /** Codes that open something: vouchers, referrals. */
  codes: readonly string[];
}

/** Of a ticket's or a reservation's token the first byte is 0 or 1 (server/events/tickets/ticket-token.ts). */
const SHAPES: readonly [string, RegExp][] = [
  ['a mail address', /[\p{L}\d.+-]@[\p{L}\d-]+\.\p{L}/u],
  ['a key of a program', /vdk_[\dA-Za-z]/],
  ['a secret of a webhook', /whsec_[\dA-Za-z+/=]/],
  ['a key of the payment provider', /\b[rs]k_(test|live)_/],
  ['a token of a session', /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a token of a TV', /\btv_[\da-f]{32}/],
  ['the token of a ticket', /(?<![\w-])A[A-Pa-fQ-Z][\w-]{41}(?![\w-])/],
  ['a phone number', /\+381 ?\d/],
];

export function personalDataIn(log: string, known: Known): Found[] {
  const shapes: [string, RegExp][] = [
    ...SHAPES,
    ...wordsOf('a name', known.names),
    ...wordsOf('a phone number', known.phones),
    ...wordsOf('a password', known.passwords),
    ...wordsOf('a code', known.codes),
  ];
  return log
    .split('\n')
    .flatMap((text, index) =>
      shapes.filter(([, shape]) => shape.test(text)).map(([what]) => ({ what, line: index + 1, text })),
    );
}

/** So many words go into one expression. */
const AT_ONCE = 500;

/** Each as a whole word: a name is found where it stands alone, not in the middle of another word. */
function wordsOf(what: string, words: readonly string[]): [string, RegExp][] {
  const whole = [...new Set(words)]
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return Array.from({ length: Math.ceil(whole.length / AT_ONCE) }, (_, part) => [
    what,
    new RegExp(
      `(?<![\\p{L}\\d])(?:${whole.slice(part * AT_ONCE, (part + 1) * AT_ONCE).join('|')})(?![\\p{L}\\d])`,
      'u',
    ),
  ]);
}
