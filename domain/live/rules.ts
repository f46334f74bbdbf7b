import type { Permission } from '../access.ts';
import type { CallName } from '../calls.ts';

/**
 * What staff's screens hear of: each is named after a table of the database, and said when a row of any of its tables changed
 * (`tell_topic`, migration `every_list_hears`).
 */
export const LIVE_TOPICS = {
  orders: [
    'orders',
    'withdrawals',
    'order_notes',
    'order_open_calls',
    'order_refunds',
    'returns',
    'return_pictures',
    'exchanges',
    'parcel_claims',
    'courier_requests',
  ],
  packages: ['packages', 'package_advances', 'subscriptions', 'stripe_events', 'provider_tasks', 'documents'],
  profiles: ['profiles', 'person_notes'],
  staff: ['staff_members', 'staff_duties'],
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
  statement_lines: [
    'statement_lines',
    'statement_imports',
    'statement_balances',
    'bank_holds',
    'payment_parts',
    'accepted_differences',
    'payouts',
    'payout_lists',
    'courier_payouts',
    'courier_payout_parcels',
    'card_payouts',
    'card_payout_lines',
    'courier_compensations',
  ],
  exchange_rates: ['exchange_rates'],
  stock: ['stock_devices', 'stock_intakes', 'stock_limits'],
  vaucerkod: ['vaucerkod'],
  campaigns: [
    'campaigns',
    'creatives',
    'report_objections',
    'special_runs',
    'special_places',
    'special_days',
    'special_requests',
  ],
  tvs: ['tvs', 'tv_blocks', 'tv_suspicions'],
  rewards: ['reward_statements', 'reward_rules', 'reward_tax_rates', 'reward_proofs', 'reward_objections'],
  tasks: ['tasks'],
  installations: ['installations'],
  webhook_endpoints: ['webhook_endpoints', 'webhook_deliveries'],
  mails: ['mails'],
  audit_log: ['audit_log'],
  api_keys: ['api_keys'],
  upkeep: ['backups', 'backup_failures', 'restores'],
} as const satisfies Record<string, readonly string[]>;
export type LiveTopic = keyof typeof LIVE_TOPICS;

interface Screen {
  /** Whoever has it is let in, and told of what the screen shows. `null`: all staff, each shown what their other screens show. */
  permission: Permission | null;
  /** What the screen reads again. */
  reads: readonly CallName[];
  /** Every topic of a table that these show to whoever has the permission. */
  hears: readonly LiveTopic[];
  /** Topics of what these show to those alone who have another permission for it: the screen is told when that opens the topic. */
  alsoHears?: readonly LiveTopic[];
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
    permission: null,
    reads: ['admin.overview'],
    hears: [
      'orders',
      'packages',
      'profiles',
      'porudzbine',
      'event_checks',
      'statement_lines',
      'stock',
      'vaucerkod',
      'mails',
      'upkeep',
    ],
    delay: FIGURES_DELAY,
  },
  today: {
    permission: null,
    reads: ['admin.today'],
    hears: [
      'orders',
      'packages',
      'profiles',
      'porudzbine',
      'statement_lines',
      'stock',
      'tasks',
      'rewards',
      'campaigns',
      'tvs',
      'mails',
    ],
    delay: FIGURES_DELAY,
  },
  salesCharts: {
    permission: 'see sales',
    reads: ['admin.sales'],
    hears: ['orders', 'packages', 'porudzbine', 'statement_lines'],
    delay: FIGURES_DELAY,
  },
  audit: { permission: 'see audit', reads: ['admin.audit'], hears: ['audit_log'] },
  mails: { permission: 'manage mail', reads: ['admin.mails.list'], hears: ['mails'] },
  tasks: { permission: 'answer customers', reads: ['tasks.admin.open'], hears: ['tasks', 'orders'] },
  installations: {
    permission: 'answer customers',
    reads: ['installations.admin.list', 'installations.admin.installers'],
    hears: ['installations', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  requests: {
    permission: 'decide registrations',
    reads: ['accounts.admin.registrationRequests'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  people: {
    permission: 'see people',
    reads: ['accounts.admin.people.list', 'accounts.admin.people.count'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  person: {
    permission: 'see people',
    reads: ['accounts.admin.people.read', 'accounts.admin.people.neighbours', 'accounts.admin.people.history'],
    hears: ['profiles'],
    alsoHears: ['orders', 'packages', 'mails', 'porudzbine', 'audit_log'],
    delay: FIGURES_DELAY,
  },
  staff: {
    permission: 'give duties',
    reads: ['accounts.admin.staff.list'],
    hears: ['staff', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  keys: {
    permission: 'manage integrations',
    reads: ['integrations.keys.list'],
    hears: ['api_keys', 'staff', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  campaigns: {
    permission: 'manage campaigns',
    reads: [
      'campaigns.admin.queue',
      'campaigns.admin.list',
      'campaigns.admin.read',
      'campaigns.admin.behind',
      'campaigns.admin.objections',
      'special.admin.list',
      'special.admin.places',
      'special.admin.requests',
    ],
    hears: ['campaigns', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  tvs: {
    permission: 'manage campaigns',
    reads: ['tvs.admin.overview', 'tvs.admin.list', 'tvs.admin.suspicious', 'tvs.admin.read'],
    hears: ['tvs', 'profiles'],
    delay: FIGURES_DELAY,
  },
  rewards: {
    permission: 'keep accounts',
    reads: ['rewards.admin.read', 'rewards.admin.statements', 'rewards.admin.statement'],
    hears: ['rewards', 'profiles', 'statement_lines'],
    delay: FIGURES_DELAY,
  },
  network: {
    permission: 'manage network',
    reads: ['network.admin.people', 'network.admin.tree', 'network.admin.member'],
    hears: ['profiles'],
    delay: PEOPLE_DELAY,
  },
  order: {
    permission: 'see sales',
    reads: ['orders.admin.read', 'orders.admin.neighbours', 'refunds.admin.read', 'returns.admin.read'],
    hears: ['orders', 'packages', 'stock', 'mails', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  packing: {
    permission: 'see parcels',
    reads: ['fulfilment.admin.read', 'fulfilment.admin.queue'],
    hears: ['orders', 'stock', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  sales: {
    permission: 'see sales',
    reads: ['orders.admin.list', 'orders.admin.sums', 'orders.admin.views', 'payments.admin.problems'],
    hears: ['orders', 'packages'],
  },
  soldPackages: {
    permission: 'see sales',
    reads: ['advertising.admin.sold', 'advertising.admin.sums'],
    hears: ['packages', 'profiles', 'orders'],
  },
  subscriptions: {
    permission: 'keep subscriptions',
    reads: ['advertising.admin.subscriptions', 'advertising.admin.subscriptionSums'],
    hears: ['packages', 'profiles', 'orders'],
  },
  stock: {
    permission: 'keep stock',
    reads: ['stock.admin.list', 'stock.admin.level', 'stock.admin.device', 'stock.admin.intakes'],
    hears: ['stock', 'orders', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  webhooks: {
    permission: 'manage integrations',
    reads: ['integrations.webhooks.list', 'integrations.webhooks.deliveries'],
    hears: ['webhook_endpoints', 'profiles'],
    delay: FIGURES_DELAY,
  },
  vouchers: { permission: 'manage vouchers', reads: ['vouchers.admin.list'], hears: ['vaucerkod', 'profiles'] },
  reservations: {
    permission: 'manage event',
    reads: ['events.admin.list', 'events.admin.totals', 'events.admin.change.state'],
    hears: ['porudzbine', 'statement_lines'],
  },
  statements: {
    permission: 'keep bank',
    reads: ['bank.statements.list', 'bank.statements.sums', 'bank.lines.list', 'bank.lines.compare'],
    hears: ['statement_lines', 'porudzbine', 'orders'],
  },
  payouts: {
    permission: 'keep accounts',
    reads: ['payouts.admin.list', 'payouts.admin.listed', 'payouts.admin.matches'],
    hears: ['statement_lines', 'orders', 'profiles', 'rewards'],
  },
  rates: {
    permission: 'keep accounts',
    reads: ['orders.admin.rates.list'],
    hears: ['exchange_rates', 'profiles'],
    delay: PEOPLE_DELAY,
  },
  courierPayouts: {
    permission: 'keep accounts',
    reads: ['bank.courier.read'],
    hears: ['statement_lines', 'orders'],
  },
  cardPayouts: { permission: 'keep accounts', reads: ['bank.card.read'], hears: ['statement_lines'] },
  unmatched: { permission: 'keep accounts', reads: ['bank.desk.unmatched'], hears: ['statement_lines'] },
  owed: { permission: 'keep bank', reads: ['bank.owed.list'], hears: ['statement_lines', 'porudzbine', 'orders'] },
  eventDetails: {
    permission: 'manage event',
    reads: ['events.admin.details.get'],
    hears: ['event_details', 'porudzbine'],
  },
  door: {
    permission: 'manage event',
    reads: ['events.admin.door.guests', 'events.admin.door.state'],
    hears: ['event_checks', 'porudzbine'],
  },
} as const satisfies Record<string, Screen>;
export type LiveScreen = keyof typeof LIVE_SCREENS;

const SCREENS: Record<LiveScreen, Screen> = LIVE_SCREENS;
const names = Object.keys(LIVE_TOPICS) as LiveTopic[];

/** What staff are told of: what the lists show that they may see, and what no list shows (whether the server is looked after). */
export const topicsOf = (has: (permission: Permission) => boolean): readonly LiveTopic[] =>
  names.filter((topic) => {
    const needed = Object.values(SCREENS).flatMap(({ permission, hears }) =>
      permission && hears.includes(topic) ? [permission] : [],
    );
    return needed.length === 0 || needed.some(has);
  });

export const topicsOfScreen = (screen: LiveScreen): readonly LiveTopic[] => [
  ...SCREENS[screen].hears,
  ...(SCREENS[screen].alsoHears ?? []),
];

/** How long a screen waits after a change before it reads again, in milliseconds. */
export const delayOf = (screen: LiveScreen): number => SCREENS[screen].delay ?? LIST_DELAY;
