/**
 * Who may do what. The server enforces it (server/access.ts), the web only hides what would be refused.
 * Company, partner and monter are labels that grant nothing.
 */
export const LEVELS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin'] as const;
export type Level = (typeof LEVELS)[number];

export const isAtLeast = (level: Level, wanted: Level): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);

/** What staff do; every admin has all duties today, the super-admin alone may erase a person. */
export const DUTIES = {
  'decide registrations': 'admin',
  'see sales': 'admin',
  'manage people': 'admin',
  'manage vouchers': 'admin',
  'manage event': 'admin',
  'manage network': 'admin',
  'see audit': 'admin',
  'manage mail': 'admin',
  'erase people': 'superAdmin',
} as const satisfies Record<string, Level>;
export type Duty = keyof typeof DUTIES;

/** Everything the rule needs to know about an account. */
export interface Standing {
  email: string;
  emailConfirmed: boolean;
  isAdmin: boolean;
  toBeRegistered: boolean;
}

/** The super-admin is whoever signs in with the configured, confirmed address; nobody can take that away in the UI. */
export function levelOf(standing: Standing, superAdminEmail: string): Level {
  if (standing.emailConfirmed && standing.email === superAdminEmail.toLowerCase()) return 'superAdmin';
  if (standing.toBeRegistered) return 'waiting';
  return standing.isAdmin ? 'admin' : 'member';
}
