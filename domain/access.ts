/**
 * Who may do what. The server enforces it (server/access.ts), the web only hides what would be refused.
 * Company, partner and monter are labels that grant nothing.
 */
export const LEVELS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin'] as const;
export type Level = (typeof LEVELS)[number];

export const isAtLeast = (level: Level, wanted: Level): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);

/** What the super-admin gives to people of the staff, one by one (`accounts.admin.staff`); its words are in accounts/staff/copy.ts. */
export const DUTIES = [
  'sales',
  'warehouse',
  'accounting',
  'event',
  'support',
  'network',
  'security',
  'advertising',
] as const;
export type Duty = (typeof DUTIES)[number];

/**
 * What staff may do, each with the duties that allow it. Without a duty it is the super-admin's alone: to erase a person, to issue
 * vouchers beyond the usual, to give duties, and (`requireSuperAdminForStaffChange`) to touch an account of staff.
 */
export const PERMISSIONS = {
  'decide registrations': ['network'],
  'see sales': ['sales', 'accounting'],
  /** What an order's parcels are and where, without its amounts; labels and lists for the warehouse. */
  'see parcels': ['warehouse', 'sales', 'accounting'],
  /** Packs, enters receipts, hands over and writes down what becomes of a parcel. */
  'pack orders': ['warehouse'],
  /** Another address or recipient of what is not packed yet. */
  'change deliveries': ['sales', 'warehouse'],
  /** Enters the order of somebody who calls. */
  'place orders': ['sales'],
  /** Closes withdrawals and problems with payments, repeats what the provider reported, writes notes and mails about orders. */
  'handle payments': ['sales', 'accounting'],
  /** Sees subscriptions, pauses them and lets them go on, and writes where another card is entered. */
  'keep subscriptions': ['sales', 'accounting', 'support'],
  /** Statements of the event's accounts: what is in them, what it is for, and what is owed back. */
  'keep bank': ['accounting', 'event'],
  /** Statements of every account, the company's too. */
  'keep accounts': ['accounting'],
  /** Answers what buyers are owed: complaints, the start of a special package, what comes with devices, who installs them. */
  'answer customers': ['support'],
  'see people': ['sales', 'support', 'security'],
  /** Their data and labels. */
  'edit people': ['sales', 'support'],
  /** Blocks people and ends their contracts. */
  'end access': ['security'],
  /** For whoever lost phone and recovery codes. */
  'remove second steps': ['support'],
  /** Receives devices, writes them off and sets when to warn. */
  'keep stock': ['warehouse'],
  'manage vouchers': ['sales'],
  /** Above the day's limit of whoever manages vouchers. */
  'issue large vouchers': [],
  'manage event': ['event'],
  /** Looks at adverts before they are shown, stops them, keeps TVs. */
  'manage campaigns': ['advertising'],
  'manage network': ['network'],
  'see audit': ['security'],
  'manage mail': ['support'],
  'give duties': [],
  /** Keys of other programs, and the addresses that are told what happened. */
  'manage integrations': ['security'],
  /** Whether servers, jobs, mails, payments and backups are well, and the few things that are done about it. */
  'see system': [],
  'erase people': [],
  /** Says of orders paid shortly before parcels were recorded whether they were delivered. */
  'sort old parcels': [],
} as const satisfies Record<string, readonly Duty[]>;
export type Permission = keyof typeof PERMISSIONS;

const ALL = Object.keys(PERMISSIONS) as Permission[];

/** The duties that allow it. */
export const dutiesFor = (permission: Permission): readonly Duty[] => PERMISSIONS[permission];

/**
 * What somebody of a level may do with the duties that were given; `null`: an administrator from before there were duties, who has all
 * of them. The super-admin may do everything, whoever is no staff nothing, whatever was given.
 */
export function permissionsOf(level: Level, given: readonly Duty[] | null): ReadonlySet<Permission> {
  if (level === 'superAdmin') return new Set(ALL);
  if (level !== 'admin') return new Set();
  const duties: readonly Duty[] = given ?? DUTIES;
  return new Set(ALL.filter((permission) => dutiesFor(permission).some((duty) => duties.includes(duty))));
}

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
