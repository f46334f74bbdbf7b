/**
 * How often what may be done, in one place: the server counts by this table, `domain/calls.ts` says which call is held to
 * which limit, and `docs/security.md` prints both.
 */
export interface Limit {
  /** `calls` are counted by the server before the call is looked at; anything else by the handler that knows of it. */
  counts: string;
  /** What together makes one counter. `typed` is what the caller typed or named: an address, a code, a key. */
  per: readonly LimitScope[];
  /** So many in so many seconds. */
  number: number;
  seconds: number;
  /**
   * Does not hold up an account's own networks, those from which it was entered in the last ninety days: there only the
   * counter of exactly that network is asked, so that nobody elsewhere can use it up.
   */
  sparesKnown?: true;
}
export type LimitScope = 'network' | 'session' | 'person' | 'typed' | 'everybody';

const MINUTE = 60;
const QUARTER = 900;
const HOUR = 3600;
const DAY = 24 * HOUR;

export const LIMITS = {
  // Signing in: how often a network may ask at all.
  'sign-ins': { counts: 'calls', per: ['network'], number: 150, seconds: 5 * MINUTE, sparesKnown: true },
  'sign-ups': { counts: 'calls', per: ['network'], number: 30, seconds: 5 * MINUTE },
  'link requests': { counts: 'calls', per: ['network'], number: 30, seconds: 5 * MINUTE, sparesKnown: true },
  'opened links': { counts: 'calls', per: ['network'], number: 30, seconds: 5 * MINUTE, sparesKnown: true },
  /** Of parcels and payouts, which belong to no account: nobody's network is spared. */
  'opened links of orders': { counts: 'calls', per: ['network'], number: 30, seconds: 5 * MINUTE },
  'account changes': { counts: 'calls', per: ['network'], number: 60, seconds: 5 * MINUTE, sparesKnown: true },
  'second steps': { counts: 'calls', per: ['network'], number: 30, seconds: MINUTE, sparesKnown: true },
  /** Answered with 503: a 4xx would sign a person out who has done nothing wrong. A genuine token spares its network. */
  refreshes: { counts: 'calls', per: ['network'], number: 900, seconds: 5 * MINUTE, sparesKnown: true },

  // Guessing: counted before it is judged, and forgotten when it was right.
  passwords: { counts: 'wrong passwords', per: ['typed', 'network'], number: 10, seconds: QUARTER, sparesKnown: true },
  'passwords of an account': {
    counts: 'wrong passwords',
    per: ['typed'],
    number: 100,
    seconds: HOUR,
    sparesKnown: true,
  },
  'passwords in a session': { counts: 'wrong passwords', per: ['session'], number: 10, seconds: QUARTER },
  'mailed codes': { counts: 'wrong codes', per: ['typed', 'network'], number: 10, seconds: HOUR, sparesKnown: true },
  'mailed codes of an account': {
    counts: 'wrong codes',
    per: ['typed'],
    number: 10,
    seconds: HOUR,
    sparesKnown: true,
  },
  'mailed codes in a session': { counts: 'wrong codes', per: ['session'], number: 10, seconds: HOUR },
  /** Only while the mailbox is unproven, like the mails below: whoever knows the password opens as many sessions as they like. */
  'mailed codes of a person': { counts: 'wrong codes', per: ['person'], number: 20, seconds: HOUR },
  /** Nobody guesses a recovery code: only the effort is limited, and only for the session that makes it. */
  'recovery codes': { counts: 'calls', per: ['session'], number: 30, seconds: MINUTE },
  'second-step codes': { counts: 'wrong codes', per: ['session', 'network'], number: 5, seconds: QUARTER },
  'second-step codes in a session': { counts: 'wrong codes', per: ['session'], number: 10, seconds: QUARTER },
  'second-step codes from a network': {
    counts: 'wrong codes',
    per: ['person', 'network'],
    number: 10,
    seconds: QUARTER,
    sparesKnown: true,
  },
  'second-step codes of a person': {
    counts: 'wrong codes',
    per: ['person'],
    number: 20,
    seconds: HOUR,
    sparesKnown: true,
  },
  'voucher codes': { counts: 'unknown codes', per: ['person'], number: 10, seconds: QUARTER },
  'voucher codes from a network': { counts: 'unknown codes', per: ['network'], number: 60, seconds: QUARTER },

  // Mails: what a network may ask for, and what an account is sent.
  'mails asked for': { counts: 'mails', per: ['network'], number: 30, seconds: HOUR, sparesKnown: true },
  'mails for an address': {
    counts: 'mails',
    per: ['typed', 'network'],
    number: 1,
    seconds: MINUTE,
    sparesKnown: true,
  },
  'mails to an account': { counts: 'mails sent', per: ['typed'], number: 1, seconds: MINUTE, sparesKnown: true },
  'mails to an account in a day': { counts: 'mails sent', per: ['typed'], number: 20, seconds: DAY, sparesKnown: true },
  /** The reserve: strangers who used up the account's day have not touched it. */
  'mails to an account for its own network': {
    counts: 'mails sent',
    per: ['typed', 'network'],
    number: 10,
    seconds: DAY,
    sparesKnown: true,
  },
  'mails from a session': { counts: 'mails', per: ['session'], number: 1, seconds: MINUTE },
  /** Apart from the code with which a session has proven itself a moment before. */
  'address changes from a session': { counts: 'mails', per: ['session'], number: 1, seconds: MINUTE },
  'mails from a session in a day': { counts: 'mails', per: ['session'], number: 20, seconds: DAY },
  'mails of a person in a day': { counts: 'mails', per: ['person'], number: 20, seconds: DAY },
  /** A new address is a mailbox nobody has proven yet. */
  'mails to a new address': { counts: 'mails', per: ['typed'], number: 5, seconds: DAY },
  /** Counted from the mails: one typed with an order is not proven, and what comes after goes to the account’s instead. */
  'mails to an address of an order': { counts: 'mails', per: ['typed'], number: 20, seconds: DAY },

  // Everything else.
  'TV numbers': { counts: 'calls', per: ['network'], number: 60, seconds: 10 * MINUTE },
  'TV numbers of a person': { counts: 'calls', per: ['person'], number: 20, seconds: 10 * MINUTE },
  /** Numbers given out to one network: a shop full of TVs, and their renewals. */
  'TVs waiting': { counts: 'calls', per: ['network'], number: 600, seconds: 10 * MINUTE },
  /** Each TV has hours and days of adverts of its own: on one after the other a device would have those of many. */
  'TVs of a device': { counts: 'TVs', per: ['typed'], number: 3, seconds: DAY },
  'inviter look-ups': { counts: 'calls', per: ['network'], number: 30, seconds: 5 * MINUTE },
  /** Like the next three, without those that repeat an earlier one: a lost answer is asked for again. */
  reservations: { counts: 'reservations', per: ['network'], number: 10, seconds: HOUR },
  'reservations for an address': { counts: 'reservations', per: ['typed'], number: 3, seconds: DAY },
  'reservation mails': { counts: 'mails', per: ['typed'], number: 1, seconds: MINUTE },
  'changes of a reservation': { counts: 'changes', per: ['typed'], number: 3, seconds: 30 * DAY },
  'event choices': { counts: 'choices', per: ['typed'], number: 6, seconds: HOUR },
  'payment checks': { counts: 'calls', per: ['network'], number: 10, seconds: MINUTE },
  /** Counted from the orders, by the statement that places one: paid and repeated ones do not count. */
  checkouts: { counts: 'unpaid orders', per: ['person'], number: 10, seconds: HOUR },
  /** And of where money goes: each may mail to the buyer or the team, or issue a paper. */
  'changes of orders': { counts: 'calls', per: ['person'], number: 20, seconds: HOUR },
  /** Each is drawn or packed anew. */
  papers: { counts: 'calls', per: ['person'], number: 60, seconds: 10 * MINUTE },
  /** Guests at the event share its network. */
  'papers of tickets': { counts: 'calls', per: ['network'], number: 300, seconds: 10 * MINUTE },
  /** Each stays in the log for good, like the next two. A fleet of TVs is set up one by one, a profile saved field by field. */
  'changes of TVs and adverts': { counts: 'calls', per: ['person'], number: 300, seconds: HOUR },
  'changes of an account': { counts: 'calls', per: ['person'], number: 120, seconds: HOUR },
  /** Of names, of who comes and of who pays; what changes nothing does not count. */
  'changes of places': { counts: 'changes', per: ['typed'], number: 60, seconds: HOUR },
  uploads: { counts: 'calls', per: ['person'], number: 120, seconds: HOUR },
  /** A gigabyte in ten minutes. */
  'parts of uploads': { counts: 'calls', per: ['person'], number: 250, seconds: 10 * MINUTE },
  /** Each is read on one of two threads, which statements of the bank wait for as well. */
  'read files': { counts: 'calls', per: ['person'], number: 60, seconds: 10 * MINUTE },
  /** Each opens an address on the internet. */
  'sent adverts': { counts: 'calls', per: ['person'], number: 30, seconds: HOUR },
  /** Each that is new writes to the team. */
  'special requests': { counts: 'calls', per: ['person'], number: 10, seconds: HOUR },
  /** Each sends something to an address that staff typed, or asks for its name. */
  'typed addresses': { counts: 'calls', per: ['person'], number: 60, seconds: MINUTE },
  'trial mails': { counts: 'calls', per: ['person'], number: 10, seconds: 10 * MINUTE },
  'own data': { counts: 'downloads', per: ['person'], number: 5, seconds: DAY },
  /** Of each key, beside the limits of the call. */
  'calls with a key': { counts: 'calls', per: ['typed'], number: 600, seconds: MINUTE },
  'problem reports': { counts: 'calls', per: ['network'], number: 20, seconds: MINUTE },
  'problem reports in all': { counts: 'calls', per: ['everybody'], number: 200, seconds: MINUTE },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/**
 * A household has one IPv4 address, but a /64 of IPv6 and often a /56 or a /48 full of them. Each width has a counter of
 * its own, and the wider ones allow so many times as much: many households, or one guesser, may share them.
 */
export const IPV6_LIMIT_MULTIPLIERS = { 64: 1, 56: 4, 48: 16 } as const;

/**
 * How many live streams may be open at once in one server process; beyond it the answer is 503. Those of linked TVs count neither for
 * their network nor for everybody.
 */
export const STREAMS = { 'waiting TV': 3, 'linked TV': 3, session: 20, network: 100, everybody: 5_000 } as const;
