/** When something is late. Seconds where nothing else is said. */
export const LIMITS = {
  heartbeat: 30,
  clock: 5,
  poolWaiting: 30,
  oldestJob: 60,
  oldestMail: 5 * 60,
  /** After so long without a mail that went through, mails are not late but not sent. */
  noMailSent: 15 * 60,
  payment: 15 * 60,
  /** Of the place for stored files. */
  freePart: 0.1,
  /** A place for files that has not taken and given back a little one by then does not answer. */
  fileProbe: 3,
  /** A day, and time for a backup that takes long or fails once. */
  backupHours: 26,
  /** After the moment at which one was due by itself. */
  backupGraceHours: 2,
  proofDays: 8,
  /** A part that has not answered by then is not known. */
  part: 5,
} as const;

/** Hours after the last backup from which on the next one is late, where one is made by itself every so many hours, or none is. */
export const backupLateHours = (everyHours: number | undefined): number =>
  Math.max(LIMITS.backupHours, (everyHours ?? 0) + LIMITS.backupGraceHours);

/** In the order in which they stand on the page. */
export const PARTS = [
  'version',
  'servers',
  'database',
  'jobs',
  'mails',
  'payments',
  'files',
  'backups',
  'doubles',
] as const;
export type PartName = (typeof PARTS)[number];

/** Why nothing is known of a part: it did not answer in time, or looking at it failed. */
export const UNKNOWN = ['late', 'failed'] as const;

export const STATES = ['ok', 'warn', 'err'] as const;
export type State = (typeof STATES)[number];

/** What does the most harm first: money, data, what does not answer, what is late, what is untidy. */
export const PARTS_BY_HARM: readonly PartName[] = [
  'payments',
  'backups',
  'database',
  'servers',
  'files',
  'jobs',
  'mails',
  'version',
  'doubles',
];

/** The part that is to be seen to before all others; `null`: none is broken. */
export const mostHarmfulBrokenPart = (states: Partial<Record<PartName, State>>): PartName | null =>
  PARTS_BY_HARM.find((part) => states[part] === 'err') ?? null;
