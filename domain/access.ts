/**
 * Who may do what. The server enforces it (server/access.ts), the web only hides what would be refused.
 * Company, partner and monter are labels that grant nothing.
 */
export const LEVELS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin'] as const;
export type Level = (typeof LEVELS)[number];

export const isAtLeast = (level: Level, wanted: Level): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);

/**
 * What staff do; every admin has all duties today. The super-admin alone may erase a person, issue vouchers
 * beyond the usual, and touch an account of staff.
 */
export const DUTIES = {
  'decide registrations': 'admin',
  'see sales': 'admin',
  /** Closes withdrawals and problems with payments, and repeats what the provider reported. */
  'handle payments': 'admin',
  /** Answers what buyers are owed: complaints, the start of a special package, what comes with devices, who installs them. */
  'answer customers': 'admin',
  'manage people': 'admin',
  'manage vouchers': 'admin',
  /** Above the day's limit of whoever manages vouchers. */
  'issue large vouchers': 'superAdmin',
  'manage event': 'admin',
  'manage network': 'admin',
  'see audit': 'admin',
  'manage mail': 'admin',
  'erase people': 'superAdmin',
} as const satisfies Record<string, Level>;
export type Duty = keyof typeof DUTIES;

/** All that a level may be given. */
export const dutiesAt = (level: Level): ReadonlySet<Duty> =>
  new Set((Object.keys(DUTIES) as Duty[]).filter((duty) => isAtLeast(level, DUTIES[duty])));

/** Everything the rule needs to know about an account. */
export interface AccessRights {
  email: string;
  emailConfirmed: boolean;
  isAdmin: boolean;
  toBeRegistered: boolean;
}

/** The super-admin is whoever signs in with the configured, confirmed address; nobody can take that away in the UI. */
export function levelOf(rights: AccessRights, superAdminEmail: string): Level {
  if (rights.emailConfirmed && rights.email === superAdminEmail.toLowerCase()) return 'superAdmin';
  if (rights.toBeRegistered) return 'waiting';
  return rights.isAdmin ? 'admin' : 'member';
}
