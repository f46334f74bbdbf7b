import type { Duty } from '../access.ts';
import type { CallName } from '../calls.ts';

/**
 * What staff's screens hear of: each is named after a table of the database, and said when a row of any of its tables changed
 * (`tell_topic`, migration `every_list_hears`).
 */
export const LIVE_TOPICS = {
  orders: ['orders', 'withdrawals'],
  packages: ['packages', 'subscriptions', 'stripe_events', 'provider_tasks'],
  profiles: ['profiles'],
  porudzbine: [
    'porudzbine',
    'event_tickets',
    'event_places',
    'event_claims',
    'event_changes',
    'event_choices',
    'reservation_notes',
  ],
  event_checks: ['event_checks', 'event_door_devices'],
  event_details: ['event_details'],
  statement_lines: ['statement_lines', 'statement_imports', 'payment_parts', 'accepted_differences'],
  vaucerkod: ['vaucerkod'],
  tasks: ['tasks'],
  installations: ['installations'],
  mails: ['mails'],
  audit_log: ['audit_log'],
  upkeep: ['backups', 'restores'],
} as const satisfies Record<string, readonly string[]>;
export type LiveTopic = keyof typeof LIVE_TOPICS;

interface Screen {
  /** Whoever has it is let in, and told of what the screen shows. */
  duty: Duty;
  /** What the screen reads again. */
  reads: readonly CallName[];
  /** Every topic of a table that these show. */
  hears: readonly LiveTopic[];
  /** How long it waits after a change before it reads again, in milliseconds. */
  delay?: number;
}

const LIST_DELAY = 50;
const PEOPLE_DELAY = 100;
/** Of figures that many changes touch and that are dear to count. */
const FIGURES_DELAY = 500;

/** Every list and figure of the back office that refreshes by itself. A list that is not here cannot be read (`useLiveList`). */
export const LIVE_SCREENS = {
  overview: {
    duty: 'see sales',
    reads: ['admin.overview'],
    hears: ['orders', 'packages', 'profiles', 'porudzbine', 'event_checks', 'vaucerkod', 'mails', 'upkeep'],
    delay: FIGURES_DELAY,
  },
  salesCharts: {
    duty: 'see sales',
    reads: ['admin.sales'],
    hears: ['orders', 'packages', 'porudzbine'],
    delay: FIGURES_DELAY,
  },
  audit: { duty: 'see audit', reads: ['admin.audit'], hears: ['audit_log'] },
  mails: { duty: 'manage mail', reads: ['admin.mails.list'], hears: ['mails'] },
  tasks: { duty: 'answer customers', reads: ['tasks.admin.open'], hears: ['tasks', 'orders'] },
  installations: {
    duty: 'answer customers',
    reads: ['installations.admin.list', 'installations.admin.installers'],
    hears: ['installations', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  requests: {
    duty: 'decide registrations',
    reads: ['accounts.admin.registrationRequests'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  people: {
    duty: 'manage people',
    reads: ['accounts.admin.people.list', 'accounts.admin.people.count'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  network: {
    duty: 'manage network',
    reads: ['network.admin.people', 'network.admin.tree', 'network.admin.member'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  sales: { duty: 'see sales', reads: ['orders.admin.list', 'orders.admin.sums'], hears: ['orders'] },
  soldPackages: {
    duty: 'see sales',
    reads: ['advertising.admin.sold', 'advertising.admin.sums', 'payments.admin.problems'],
    hears: ['packages', 'profiles', 'orders'],
  },
  subscriptions: {
    duty: 'see sales',
    reads: ['advertising.admin.subscriptions', 'advertising.admin.subscriptionSums'],
    hears: ['packages', 'profiles', 'orders'],
  },
  vouchers: { duty: 'manage vouchers', reads: ['vouchers.admin.list'], hears: ['vaucerkod', 'profiles'] },
  reservations: {
    duty: 'manage event',
    reads: ['events.admin.list', 'events.admin.totals', 'events.admin.change.state'],
    hears: ['porudzbine', 'statement_lines'],
  },
  statements: {
    duty: 'manage event',
    reads: ['bank.statements.list', 'bank.statements.sums', 'bank.lines.list', 'bank.lines.compare'],
    hears: ['statement_lines', 'porudzbine'],
  },
  owed: { duty: 'manage event', reads: ['bank.owed.list'], hears: ['statement_lines', 'porudzbine'] },
  eventDetails: { duty: 'manage event', reads: ['events.admin.details.get'], hears: ['event_details', 'porudzbine'] },
  door: {
    duty: 'manage event',
    reads: ['events.admin.door.guests', 'events.admin.door.state'],
    hears: ['event_checks', 'porudzbine'],
  },
} as const satisfies Record<string, Screen>;
export type LiveScreen = keyof typeof LIVE_SCREENS;

const SCREENS: Record<LiveScreen, Screen> = LIVE_SCREENS;
const names = Object.keys(LIVE_TOPICS) as LiveTopic[];

/** What staff are told of: what the screens show that their duties open. */
export const topicsOf = (has: (duty: Duty) => boolean): readonly LiveTopic[] =>
  names.filter((topic) => Object.values(SCREENS).some(({ duty, hears }) => hears.includes(topic) && has(duty)));

export const topicsOfScreen = (screen: LiveScreen): readonly LiveTopic[] => SCREENS[screen].hears;

/** How long a screen waits after a change before it reads again, in milliseconds. */
export const delayOf = (screen: LiveScreen): number => SCREENS[screen].delay ?? LIST_DELAY;
