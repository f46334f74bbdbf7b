import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dutiesFor, PERMISSIONS } from '#domain/access.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { LIVE_SCREENS, LIVE_TOPICS, type LiveScreen, type LiveTopic, topicsOfScreen } from '#domain/live/rules.ts';
import { NETWORK_ROOT } from '#domain/network/rules.ts';
import { WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { personNotes } from '../accounts/schema.ts';
import { packages, subscriptions } from '../advertising/schema.ts';
import { acceptedDifferences, cardPayoutLines, cardPayouts, courierPayouts } from '../bank/schema.ts';
import { campaigns, creatives } from '../campaigns/schema.ts';
import { devices } from '../devices/schema.ts';
import { claims, doorDevices, eventDetails, places } from '../events/schema.ts';
import { installations } from '../installations/schema.ts';
import { webhookEndpoints } from '../integrations/webhooks/schema.ts';
import { orderNotes, orders, withdrawals } from '../orders/schema.ts';
import { paymentEvents, providerTasks } from '../payments/schema.ts';
import { announceToWebhooks } from '../platform/announce-to-webhooks.ts';
import { rewardMonths, rewardStatements } from '../rewards/schema.ts';
import { specialDays, specialPlaces, specialRequests, specialRuns } from '../special/schema.ts';
import { tasks } from '../tasks/schema.ts';
import { testApp } from '../test/app.ts';
import { untilNotified } from '../test/eventually.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, giveDuties, person, type TestPerson } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { camtFile } from '../test/statements.ts';
import { tablesRead } from '../test/tables-read.ts';
import { vouchers } from '../vouchers/schema.ts';

/** Every list of the back office hears of every table it shows. A list that `LIVE_SCREENS` does not name fails here. */

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const staff = await person(app, 'superAdmin');
const shown = await someOfEverything();

const SCREENS = Object.entries(LIVE_SCREENS) as [LiveScreen, (typeof LIVE_SCREENS)[LiveScreen]][];
type Table = (typeof LIVE_TOPICS)[LiveTopic][number];
const tablesOf = (screen: LiveScreen): readonly Table[] =>
  topicsOfScreen(screen).flatMap((one): readonly Table[] => LIVE_TOPICS[one]);

/** What staff read and no screen keeps up to date: files, and questions that are answered once. */
const ASKED_ONCE = [
  'bank.desk.candidates',
  'campaigns.admin.reportPdf',
  'special.admin.tvs',
  'accounts.admin.people.export',
  'accounts.admin.people.erasure',
  'accounts.admin.staff.candidates',
  'accounts.admin.staff.export',
  'accounts.admin.staff.used',
  'advertising.admin.export',
  'documents.admin.open',
  'documents.admin.all',
  'documents.admin.look',
  // What was sent is not changed any more.
  'integrations.webhooks.delivery',
  'orders.admin.export',
  'payments.admin.orderFor',
  'payouts.admin.file',
  'rewards.admin.file',
  'rewards.admin.taxNumber',
  'refunds.admin.preview',
  'fulfilment.admin.packingList',
  // What a courier says of an address, asked when its page is opened.
  'fulfilment.admin.address',
  'integrations.keys.export',
  'fulfilment.admin.pickUpList',
  'stock.admin.check',
  'stock.admin.export',
  // A paper about one day.
  'stock.admin.writeOffRecord',
  // The page asks for it again by itself, every five seconds.
  'system.read',
  // Opened to be read, and read anew when opened again.
  'system.detail',
  // Programs read on by themselves.
  'integrations.feeds.orders',
  'integrations.feeds.payments',
  'integrations.feeds.people',
  'integrations.feeds.packages',
  'integrations.feeds.reservations',
  'integrations.feeds.vouchers',
  'integrations.feeds.ledger',
  'integrations.feeds.bookEntries',
  'vouchers.admin.export',
  'vouchers.admin.allowance',
  'events.admin.export',
  'events.admin.sendAgain',
  'events.admin.door.outcome',
  'admin.mails.preview',
];

test('whatever staff read belongs to a screen that hears of its changes, or is asked once', () => {
  const read = Object.entries<CallRule>(CALLS).filter(([, row]) => row.who in PERMISSIONS && row.reads);
  const live: string[] = SCREENS.flatMap(([, { reads }]) => [...reads]);
  expect(
    read
      .map(([name]) => name)
      .filter((name) => !live.includes(name))
      .sort(),
  ).toEqual(ASKED_ONCE.toSorted());
});

test('a screen asks only what its own permission opens', () => {
  for (const [, { permission, reads }] of SCREENS)
    for (const name of reads) expect(CALLS[name].who).toBe(permission ?? 'staff');
});

/** What changes with an event of its order. */
const WITH_EVENTS = [
  'shipments',
  'shipment_boxes',
  'shipment_devices',
  'courier_messages',
  'fiscal_receipts',
  'order_events',
];

/** Tables of which a screen shows nothing that can change without one of those it hears of. */
const ALONGSIDE: Partial<Record<LiveScreen, readonly string[]>> = {
  // What is asked for an order, and what came for it, change with an event of the order; a month of rewards with the line that paid it.
  statements: ['claims', 'fulfilments', 'reward_statements'],
  owed: ['claims'],
  courierPayouts: ['fulfilments', 'shipments'],
  // Names of what an entry is about; they change with an entry of their own.
  audit: [
    'profiles',
    'orders',
    'porudzbine',
    'devices',
    'packages',
    'subscriptions',
    'vaucerkod',
    'mails',
    'statement_lines',
    'payment_parts',
    'stock_devices',
  ],
  // Showings are counted all the time; a screen shows them as they were at its last change, and whether a TV is there. Money that goes back
  // pauses the campaign.
  campaigns: [
    'order_refunds',
    'fulfilments',
    'refunds',
    'play_hours',
    'play_days',
    'unit_reservations',
    'tv_days',
    'tv_hours',
    'tvs',
    'declined_adverts',
    'devices',
    'licences',
    'orders',
    'shipments',
    'shipment_devices',
  ],
  // What TVs say each minute, what is counted of them and who declines adverts is read by the clock; a place and a licence with the
  // owner's own list. A rule of rewards changes nothing before the next day.
  tvs: [
    'declined_adverts',
    'devices',
    'tv_screens',
    'reward_months',
    'reward_rules',
    'viewer_days',
    'tv_hours',
    'tv_days',
    'licences',
    'plays',
    'campaigns',
    'unit_reservations',
    'orders',
    'shipments',
    'shipment_devices',
  ],
  // Plays are counted all the time, and entered in the night; closing writes statements with everything else.
  rewards: [
    'viewer_days',
    'reward_entries',
    'reward_months',
    'reward_payees',
    'tvs',
    'leases',
    'closed_hours',
    'unit_proofs',
  ],
  // Events of an address are written with what is sent there; the names of papers never change.
  webhooks: ['webhook_events', 'documents'],
  // Moves are written with the device that moved; who waits for devices changes with an event of the order.
  stock: ['stock_moves', 'order_lines', 'shipments', 'shipment_devices', 'fulfilments'],
  // The last changes of duties are written with them.
  staff: ['audit_log'],
  // What happened to an order, its claims, papers, parcels and receipts change with an event of the order.
  // Showings are counted all the time; a TV is linked and unlinked with its place.
  today: [
    'claims',
    'order_lines',
    ...WITH_EVENTS,
    'fulfilments',
    'refunds',
    'devices',
    'play_hours',
    'play_days',
    'unit_reservations',
  ],
  // That nobody works is a matter of time, which a server that only serves watches and says.
  overview: ['servers'],
  // The names of those who wrote notes, and whether an address has an account.
  reservations: ['profiles'],
  // Rows of an order that change with its own, by an event; views that somebody shares are read with the next change.
  // Which order a problem is about is written before the event that is one, or with it.
  sales: ['shipments', 'claims', 'order_events', 'sale_views', 'fulfilments', 'refunds', 'checkouts'],
  // The rows of an order that change with its own, by an event; the buyer's TVs.
  order: ['claims', 'order_lines', 'fulfilments', 'refunds', ...WITH_EVENTS, 'devices'],
  packing: ['order_lines', ...WITH_EVENTS, 'fulfilments', 'refunds'],
  // The entry about a move is written with it. Devices that members bought count from a day on; a card says how many when it is opened.
  network: ['audit_log', 'orders', 'order_lines', 'order_refunds', 'fulfilments', 'refunds'],
  // The names of the staff who stand at the doors.
  door: ['profiles'],
  // Events of an order and its other rows come with the order; a TV, an acceptance and a way in with an entry of the log.
  person: ['order_events', 'order_lines', 'fulfilments', 'refunds', 'devices', 'acceptances'],
};
/** Written by triggers of a table that is heard of. */
const WRITTEN_WITH: Record<string, Table> = { day_totals: 'orders', profile_words: 'profiles' };

for (const [screen, { reads }] of SCREENS)
  test(`${screen} hears of every table it shows`, async () => {
    const read = new Set<string>();
    for (const name of reads)
      for (const table of await tablesRead(app, () => ask(name))) read.add(WRITTEN_WITH[table] ?? table);
    expect(read.size).toBeGreaterThan(0);
    const heard: readonly string[] = [...tablesOf(screen), ...(ALONGSIDE[screen] ?? [])];
    expect([...read].filter((table) => !heard.includes(table))).toEqual([]);
  });

/** A change is heard of within a tenth of a second; a busy machine takes longer. */
const TIMEOUT_MS = 10_000;

/** One change of each table that a screen hears of. */
const CHANGES: Record<Table, string> = {
  webhook_endpoints: 'update webhook_endpoints set version = version',
  webhook_deliveries: 'update webhook_deliveries set number = number',
  campaigns: 'update campaigns set updated_at = updated_at',
  special_runs: 'update special_runs set updated_at = updated_at',
  special_places: 'update special_places set since = since',
  special_days: 'update special_days set counted_at = counted_at',
  special_requests: 'update special_requests set message = message',
  creatives: 'update creatives set name = name',
  report_objections: 'update report_objections set text = text',
  tvs: 'update tvs set region = region',
  tv_blocks: 'update tv_blocks set reason = reason',
  tv_suspicions: 'update tv_suspicions set figure = figure',
  exchange_rates: 'update exchange_rates set rate = rate',
  orders: 'update orders set email = email',
  withdrawals: 'update withdrawals set resolved_at = resolved_at',
  courier_requests: 'update courier_requests set failures = failures',
  packages: 'update packages set email = email',
  package_advances: 'update package_advances set months = months',
  subscriptions: 'update subscriptions set amount = amount',
  documents: 'update documents set state = state',
  stripe_events: 'update stripe_events set resolved_at = now()',
  provider_tasks: 'update provider_tasks set failures = failures + 1',
  profiles: 'update profiles set city = city',
  staff_members: 'update staff_members set version = version',
  staff_duties: 'update staff_duties set since = since',
  porudzbine: 'update porudzbine set email = email',
  event_tickets: 'update event_tickets set count = count',
  event_places: 'update event_places set ime = ime',
  event_changes: 'update event_changes set reason = reason',
  event_choices: 'update event_choices set reservation_id = reservation_id',
  event_claims: 'update event_claims set naziv = naziv',
  reservation_notes: 'update reservation_notes set text = text',
  event_checks: 'update event_checks set door = door',
  event_door_devices: "update event_door_devices set door = door || '.'",
  event_details: 'update event_details set version = version',
  statement_lines: 'update statement_lines set payer = payer',
  statement_imports: 'update statement_imports set file_name = file_name',
  statement_balances: 'update statement_balances set total = total',
  bank_holds: 'update bank_holds set reason = reason',
  payment_parts: 'update payment_parts set reason = reason',
  accepted_differences: 'update accepted_differences set reason = reason',
  stock_devices: 'update stock_devices set note = note',
  stock_intakes: 'update stock_intakes set document = document',
  stock_limits: 'update stock_limits set warn_below = warn_below',
  vaucerkod: 'update vaucerkod set note = note',
  reward_statements: 'update reward_statements set payee = payee',
  reward_rules: 'update reward_rules set recalled_by = recalled_by',
  reward_tax_rates: 'update reward_tax_rates set rate = rate',
  reward_proofs: 'update reward_proofs set differences = differences',
  reward_objections: 'update reward_objections set text = text',
  tasks: 'update tasks set text = text',
  installations: 'update installations set device = device',
  mails: 'update mails set subject = subject',
  order_notes: 'update order_notes set text = text',
  order_open_calls: 'update order_open_calls set until = until',
  person_notes: 'update person_notes set text = text',
  courier_payouts: 'update courier_payouts set failures = failures',
  courier_payout_parcels: 'update courier_payout_parcels set times = times',
  card_payouts: 'update card_payouts set question = question',
  card_payout_lines: 'update card_payout_lines set reference = reference',
  courier_compensations: 'update courier_compensations set line_id = line_id',
  payout_lists: 'update payout_lists set number = default where false',
  payouts: 'update payouts set token = token',
  order_refunds: 'update order_refunds set note = note',
  returns: 'update returns set label = label',
  return_pictures: 'update return_pictures set added_at = added_at',
  exchanges: 'update exchanges set label = label',
  parcel_claims: 'update parcel_claims set note = note',
  backups: 'update backups set bytes = bytes',
  backup_failures: 'update backup_failures set reason = reason',
  restores: 'update restores set archive = archive',
  api_keys: 'update api_keys set name = name',
  audit_log: `insert into audit_log (actor, action, subject_kind, subject_id) values ('system', 'people.exported', 'list', 'people')`,
};

for (const [screen, { permission, hears }] of SCREENS)
  test(`${screen} is told of a change of each of its topics`, async () => {
    const duty = permission && dutiesFor(permission)[0];
    const reader = duty ? await person(app, 'admin') : staff;
    if (duty) await giveDuties(app, reader, [duty]);
    await expectNotified(
      reader,
      hears.map((topic) => [topic, LIVE_TOPICS[topic][0]]),
    );
  });

test('a change of any table is announced as a change of its topic', async () => {
  const topics = Object.entries(LIVE_TOPICS) as [LiveTopic, readonly Table[]][];
  await expectNotified(
    staff,
    topics.flatMap(([topic, tables]) => tables.map((table) => [topic, table] as const)),
  );
});

async function expectNotified(reader: TestPerson, changes: readonly (readonly [LiveTopic, Table])[]): Promise<void> {
  await untilNotified(app);
  const stop = new AbortController();
  const events = await call(app, reader).live.admin(undefined, { signal: stop.signal });
  for (const [topic, table] of changes) {
    await untilNotified(app);
    await app.db.execute(sql.raw(CHANGES[table]));
    const said = (async () => {
      for (;;) {
        const next = await events.next();
        if (next.done) return 'the stream ended';
        if (next.value.changed === topic) return table;
      }
    })();
    expect(await Promise.race([said, sleep(TIMEOUT_MS, `${table} is not heard of`)])).toBe(table);
  }
  stop.abort();
}

/** Asks a procedure by its name, for one of the rows that are there. */
function ask(name: string): Promise<unknown> {
  const procedure = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], call(app, staff));
  return (procedure as (input: unknown) => Promise<unknown>)(shown[name] ?? {});
}

/** A row of every table that screens hear of, and what the reads that ask for one thing ask for. */
async function someOfEverything(): Promise<Record<string, object>> {
  const { db } = app;
  const { bank, events } = call(app, staff);
  const money = { amount: 21_900, currency: 'EUR' };
  const webhook = randomUUID();
  await db.insert(webhookEndpoints).values({
    id: webhook,
    url: 'https://knjige.primer.rs/',
    events: ['order.*'],
    madeBy: staff.id,
    madeAt: new Date(),
    secret: Buffer.alloc(1),
    secretEnding: 'abcd',
    secretSince: new Date(),
  });
  await db.transaction((tx) => announceToWebhooks(tx, new Date(), [{ type: 'order.paid', id: '1', version: 1 }]));
  const buyer = await person(app, 'member');
  const [order] = await db
    .insert(orders)
    .values({ profileId: buyer.id, email: buyer.email, kind: 'device', productName: 'Vidik – 1 uređaj', ...money })
    .returning();
  await db.insert(withdrawals).values({ orderId: order!.id, statedAt: new Date() });
  await db
    .insert(orderNotes)
    .values({ id: randomUUID(), orderId: order!.id, text: 'Zove sutra.', authorId: staff.id, createdAt: new Date() });
  await db
    .insert(personNotes)
    .values({ id: randomUUID(), profileId: buyer.id, text: 'Zove sutra.', authorId: staff.id, createdAt: new Date() });
  await db
    .insert(tasks)
    .values({ kind: 'complaint', key: randomUUID(), orderId: order!.id, dueOn: '2027-05-01', text: 'Ne radi' });
  await db.insert(installations).values({
    id: randomUUID(),
    installerId: buyer.id,
    name: 'Mara Ilić',
    phone: '0641234567',
    address: 'Glavna 1',
    agreedAt: new Date(),
  });
  const sold = { packageName: 'starter', ...money };
  await db.insert(packages).values({ ...sold, email: buyer.email, bannerCount: 1, tvSeconds: 1, paymentKey: 'in_1' });
  await db.insert(subscriptions).values({ ...sold, id: 'sub_1', profileId: buyer.id, status: 'active', question: 1 });
  await db.insert(paymentEvents).values({ id: 'evt_1', type: 'invoice.paid', problem: 'UNKNOWN_TO_PROVIDER' });
  await db.insert(providerTasks).values({ objectId: 'cs_1', kind: 'expire-checkout', failures: 5 });
  await db.insert(vouchers).values({ code: '123456789012345678' as never, bannerCount: 10 });

  const { number, instructions } = await events.reserve(newReservation({ selectedPackage: 'shared-room-package' }));
  await events.reserve(newReservation({ personalInfo: { email: 'mirko@primer.rs' } }));
  const { rows } = await events.admin.list({});
  const [paid, waiting] = [rows.find((row) => row.number === number)!, rows.find((row) => row.number !== number)!];
  const price = (paid.amount / 100).toFixed(2);
  const statement = await bank.statements.import({
    file: new File(
      [
        camtFile([
          { amount: price, currency: 'RSD', reference: instructions.reference },
          { amount: '1.00', currency: 'RSD' },
        ]),
      ],
      'i.xml',
    ),
  });
  const importId = statement.kind === 'imported' ? statement.importId : '';
  const lines = await bank.lines.list({ importId });
  const [agrees, open] = [
    lines.rows.find((one) => one.verdict === 'exact')!,
    lines.rows.find((one) => one.verdict !== 'exact')!,
  ];
  await bank.lines.decide({ id: agrees.id, decision: 'confirm' });
  await db.insert(courierPayouts).values({
    lineId: open.id,
    courier: 'd-express',
    reference: 'DEX1',
    question: 'answered',
    nextAt: new Date(),
    answeredAt: new Date(),
  });
  await db.insert(cardPayouts).values({
    id: 'po_1',
    amount: 100,
    fee: 5,
    currency: 'RSD',
    arrivesOn: '2027-05-03',
    state: 'paid',
    question: 1,
  });
  await db.insert(cardPayoutLines).values({ lineId: open.id, reference: '', payoutId: 'po_1' });
  const decided = { decidedBy: staff.id, decidedAt: new Date() };
  await db
    .insert(acceptedDifferences)
    .values({ reservationId: waiting.id, missing: 100, currency: 'RSD', reason: 'Provizija', ...decided });
  await db.insert(places).values({ reservationId: paid.id, position: 1, firstName: 'Ana', lastName: 'Anić' });
  const company = {
    companyName: 'Firma',
    taxNumber: '100000049',
    registrationNumber: '17000012',
    address: 'Cara Dušana 1',
  };
  await db.insert(claims).values({ reservationId: paid.id, ...company });
  await db
    .insert(doorDevices)
    .values({ device: randomUUID(), door: 'A', profileId: staff.id, seenAt: new Date(), waiting: 0 });
  await db.insert(eventDetails).values({ year: app.config.event.year, version: 1, firstDay: '2027-09-20' });
  await call(app, staff).network.admin.enrollRef({ p_user: buyer.id, p_ref: NETWORK_ROOT });
  const [campaign] = await db
    .insert(campaigns)
    .values({
      profileId: buyer.id,
      name: 'Tople kifle',
      kind: 'banner',
      state: 'review',
      sentAt: new Date(),
      budget: 10,
      startsAt: new Date('2027-05-02'),
      endsAt: new Date('2027-05-09'),
      schedule: [...WHOLE_WEEK],
    })
    .returning();
  await db.insert(creatives).values({ campaignId: campaign!.id, seconds: 15 });
  const [run] = await db.insert(specialRuns).values({ orderId: order!.id, profileId: buyer.id }).returning();
  await db.insert(specialPlaces).values({ runId: run!.id, tvId: randomUUID(), since: new Date() });
  await db.insert(specialDays).values({ runId: run!.id, day: '2027-05-02' });
  const requested = { company: 'Pekara', contact: 'Ana 060 1234567', month: '2027-06-01', madeAt: new Date() };
  await db.insert(specialRequests).values({ id: randomUUID(), profileId: buyer.id, ...requested });
  const reward = { profileId: buyer.id, month: '2026-01-01', state: 'payable' as const, smallest: 10_000 };
  const sums = { banners: 1, tvSeconds: 0, amount: 40_000, carried: 0 };
  const [rewarded] = await db
    .insert(rewardStatements)
    .values({ ...reward, ...sums })
    .returning();
  const closed = { month: reward.month, viewers: 1, amount: 40_000, closedAt: new Date(), closedBy: 'system' };
  await db.insert(rewardMonths).values(closed);
  const scanned = await call(app, staff).stock.admin.scan({ key: randomUUID(), serial: 'VDK-26-000001' });
  const [tv] = await db.insert(devices).values({ profileId: buyer.id, number: 300_000_001, name: 'Soba' }).returning();
  return {
    'tvs.admin.read': { id: tv!.id },
    'tvs.admin.list': { direction: 'desc' },
    'campaigns.admin.read': { id: campaign!.id },
    'campaigns.admin.list': { state: 'active' },
    'special.admin.places': { id: run!.id },
    'rewards.admin.statements': { month: '2026-01' },
    'rewards.admin.statement': { id: rewarded!.id },
    'stock.admin.device': { id: scanned.kind === 'received' ? scanned.id : '' },
    'bank.statements.sums': { importId },
    'bank.lines.list': { importId, all: true },
    'bank.lines.compare': { id: open.id, number: paid.number },
    'bank.courier.read': { id: open.id },
    'bank.card.read': { id: open.id },
    'network.admin.people': { who: 'members' },
    'network.admin.member': { id: buyer.id },
    'admin.sales': { by: 'day' },
    'accounts.admin.people.read': { id: buyer.id },
    'accounts.admin.people.neighbours': { id: buyer.id },
    'accounts.admin.people.history': { id: buyer.id },
    'integrations.webhooks.deliveries': { id: webhook },
    'orders.admin.read': { number: order!.number },
    'fulfilment.admin.read': { number: order!.number },
    'payouts.admin.listed': { id: randomUUID() },
    'payouts.admin.matches': { importId },
    'refunds.admin.read': { order: order!.number },
    'returns.admin.read': { order: order!.number },
    'orders.admin.neighbours': { number: order!.number },
  };
}
