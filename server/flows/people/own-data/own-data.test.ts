import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ownDataCopy } from '#domain/accounts/data-copy.ts';
import { acceptances, profiles } from '../../../accounts/schema.ts';
import { addEntries } from '../../../advertising/ledger.ts';
import { users } from '../../../auth/schema.ts';
import { devices } from '../../../devices/schema.ts';
import { orders } from '../../../orders/schema.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import { systemActor } from '../../../platform/audit.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { testApp } from '../../../test/app.ts';
import { call, person, type TestPerson } from '../../../test/people.ts';
import { newReservation } from '../../../test/reservations.ts';

const app = await testApp();

/** Every table of ours, and where a person finds what it says about them; a new table needs a row here. */
const EXPORTED_IN: Record<string, string> = {
  'auth.users': 'account',
  'auth.sessions': 'sessions',
  'auth.one_time_tokens': 'secrets, gone within a day',
  'auth.mfa_factors': 'secondSteps',
  'auth.mfa_challenges': 'gone within minutes',
  'auth.recovery_codes': 'recoveryCodes',
  'auth.account_changes': 'changes',
  'auth.known_devices': 'only fingerprints',
  'auth.link_requests': 'linkRequests',
  'auth.known_networks': 'only fingerprints with a key that is not given away',
  'auth.throttles': 'only fingerprints',
  'public.feed_rows': 'ids and when they changed; the rows themselves are in the copy',
  'public.feed_generations': 'not about people',
  'public.webhook_endpoints': 'addresses of programs; who of the staff added one is in the log',
  'public.webhook_events': 'ids of what happened, for thirty days; the rows themselves are in the copy',
  'public.webhook_deliveries': 'attempts to tell programs, nobody’s',
  'public.live_changes': 'names of lists and ids, for a fraction of a second',
  'public.servers': 'server processes, nobody’s',
  'public.untold_requests': 'that the next mail to the super-admin counts a registration; gone within hours',
  'auth.keys': 'not about people',
  'public.profiles': 'profile',
  'public.staff_members': 'when the duties of staff were changed last; which they are is in duties',
  'public.staff_duties': 'duties',
  'public.api_keys': 'programs of the shop; that the person made or revoked one is in the log',
  'public.idempotent_requests': 'answers to programs of the shop, for a day',
  'public.profile_words': 'the profile again, folded for searching',
  'public.day_totals': 'sums of whole days, nobody’s',
  'public.acceptances': 'acceptances',
  'public.packages': 'packages',
  'public.subscriptions': 'subscriptions',
  'public.package_advances': 'how many months of an order were paid together; the months are in packages',
  'public.ledger': 'ledger',
  'public.vaucerkod': 'vouchers',
  'public.qrlogin': 'gone within minutes; the TV is in devices',
  'public.devices': 'devices',
  'public.tvs': 'devices',
  'public.tv_blocks': 'tvBlocks',
  'public.tv_screens': 'how a TV works, minute by minute; the TV is in devices',
  'public.tv_suspicions': 'what staff look at before they decide; a block is in tvBlocks',
  'public.tv_hours': 'not about people',
  'public.tv_days': 'tvDays',
  'public.declined_adverts': 'declinedAdverts',
  'public.viewer_days': 'rewardDays',
  'public.reward_statements': 'rewardStatements',
  'public.reward_objections': 'rewardStatements',
  'public.reward_payees': 'rewardAccount',
  'public.reward_entries': 'what each TV earned on a day; the days are in rewardDays, their sums in rewardStatements',
  'public.reward_rules': 'not about people',
  'public.reward_tax_rates': 'not about people',
  'public.reward_months': 'sums of whole months, nobody’s',
  'public.reward_proofs': 'not about people',
  'public.licences': 'which TV may show adverts; the TV is in devices',
  'public.leases': 'what a TV may show in an hour; gone after a week',
  'public.campaign_tvs': 'which TVs showed a campaign; what each showed is in tvDays',
  'public.plays': 'what each TV showed; by day in tvDays',
  'public.revocations': 'what TVs may not show any more',
  'public.campaigns': 'campaigns',
  'public.report_objections': 'reportObjections',
  'public.low_balances': 'that a mail was written; the mail is in mails',
  'public.campaign_films': 'films on their way to a campaign; what became of them is in campaigns',
  'public.category_rules': 'not about people',
  'public.code_openings': 'how often a code was opened, not by whom',
  'public.creatives': 'pictures of campaigns',
  'public.special_runs': 'what was bought is in packages, what is shown for it in campaigns',
  'public.special_requests': 'specialRequests',
  'public.special_places': 'TVs of other people on which a special package is shown',
  'public.special_days': 'sums of a special package by day, which its page shows',
  'public.unit_reservations': 'what campaigns hold of the balance; the budgets are in campaigns',
  'public.released_units': 'not about people',
  'public.play_days': 'not about people',
  'public.play_hours': 'not about people',
  'public.closed_hours': 'not about people',
  'public.unit_proofs': 'not about people',
  'public.porudzbine': 'reservations',
  'public.reservation_notes': 'staffNotes',
  'public.event_tickets': 'tickets',
  'public.event_places': 'guests',
  'public.event_claims': 'companyClaims',
  'public.event_details': 'not about people',
  'public.event_changes': 'what the organiser did with the whole event; not about guests',
  'public.event_choices': 'eventChoices',
  'public.event_checks': 'entries',
  'public.event_door_devices': 'where staff stand at the event; gone after a day',
  'public.statement_imports': 'not about people',
  'public.statement_balances': 'not about people',
  'public.bank_holds': 'what staff decided on payments, before it was carried out',
  'public.statement_lines': 'bankPayments',
  'public.courier_payouts': 'transfers of couriers; not about people',
  'public.courier_payout_parcels': 'which parcels a courier has paid; that an order is settled is in orderEvents',
  'public.card_payouts': 'what the payment provider sends to the bank; not about people',
  'public.card_payout_lines': 'the same',
  'public.courier_compensations': 'which parcels a courier has paid for; that it has is in orderEvents',
  'public.statement_mappings': 'not about people',
  'public.payment_parts': 'paymentParts',
  'public.accepted_differences': 'acceptedDifferences',
  'public.book_entries':
    'movements of money as ids; what they are of is in orders, packages, reservations and paymentParts',
  'public.book_lines': 'the same',
  'public.book_catch_ups': 'not about people',
  'public.orders': 'orders',
  'public.order_events': 'orderEvents',
  'public.order_notes': 'orderNotes',
  'public.order_open_calls': 'who of the staff calls about an order just now; the call is in orderEvents',
  'public.person_notes': 'personNotes',
  'public.order_refunds': 'orderRefunds',
  'public.payouts': 'payouts',
  'public.payout_lists': 'payment orders of the company; whose money is in them is in payouts',
  'public.returns': 'returns',
  'public.return_pictures': 'which pictures belong to a return; they are in files',
  'public.exchanges': 'exchanges',
  'public.parcel_claims': 'parcelClaims',
  'public.sale_views': 'saleViews',
  'public.order_lines': 'what an order consists of; its name and amount are in orders',
  'public.claims': 'what an order asks for; its amount is in orders',
  'public.shipments': 'which parcels an order has; what happened to them is in orderEvents',
  'public.courier_requests': 'what a courier was asked for a parcel; what happened to it is in orderEvents',
  'public.courier_messages': 'what couriers told of parcels, by their codes; it is in orderEvents',
  'public.shipment_boxes': 'weights of boxes; which parcels an order has is in orderEvents',
  'public.shipment_devices': 'which devices are in a parcel; their numbers stand in documents',
  'public.fiscal_receipts': 'the number of an order’s receipt; it is in orderEvents',
  'public.exchange_rates': 'not about people',
  'public.order_catch_ups': 'not about people',
  'public.stock_intakes': 'when staff received devices; it is in activity',
  'public.stock_devices': 'devices of the shop; which orders they are in is said there',
  'public.stock_moves': 'the same',
  'public.stock_limits': 'not about people',
  'public.withdrawals': 'withdrawals',
  'public.tasks': 'tasks',
  'public.installations': 'installations',
  'public.documents': 'documents',
  'public.document_series': 'how many numbers were given; not about people',
  'public.files': 'files',
  'public.uploads': 'that a file is on its way, for a day; then it is in files',
  'public.upload_parts': 'that a file is on its way, for a day; then it is in files',
  'public.stripe_events': 'the payment provider’s notices; their effects are in orders and packages',
  'public.fulfilments': 'what was paid for an order; it is in orderEvents',
  'public.checkouts': 'pages of the payment provider; what became of them is in orders',
  'public.provider_tasks':
    'what must still be done at the payment provider; its effects are in orders and subscriptions',
  'public.disputes': 'what a bank took back stands in orders, packages and the ledger',
  'public.refunds': 'what was refunded stands in orders and packages',
  'public.mails': 'mails',
  'public.backups': 'not about people',
  'public.backup_failures': 'not about people',
  'public.restores': 'not about people',
  'public.erasures': 'ids that belong to nobody any more',
  'public.audit_log': 'activity',
};

const full = async (who: TestPerson) => JSON.parse(await (await file(who, 'json')).text());
const file = (who: TestPerson, format: 'json' | 'html') =>
  call(app, who).accounts.own.data({ format }) as Promise<File>;

async function busyMember(email: string, trace: string) {
  const who = await person(app, 'member', { email, firstName: trace, companyName: '<b>Pekara</b>' });
  await app.db.insert(orders).values({
    profileId: who.id,
    email,
    kind: 'device',
    productName: 'Vidik – 1 uređaj',
    amount: 21_900,
    status: 'paid',
    paidAt: new Date(),
    delivery: { city: 'Čačak' },
  });
  await app.db.insert(acceptances).values({ userId: who.id, email, document: 'x', version: '1', occasion: 'signup' });
  await app.db
    .insert(devices)
    .values({ profileId: who.id, number: 100_000_000 + Math.floor(Math.random() * 8e8), name: trace });
  await app.db.transaction(async (tx) => {
    await addEntries(tx, systemActor, who.id, {
      reason: 'package',
      reference: `in_${who.id}`,
      banners: 10,
      tvSeconds: 5,
    });
    await queueMail(tx, app.deps.queue, {
      to: email,
      profileId: who.id,
      template: 'accounts.rejected',
      props: { reason: trace },
    });
  });
  await call(app).events.reserve(newReservation({ personalInfo: { email, firstName: trace } }));
  return who;
}

test('every table is in the copy or has a reason not to be', async () => {
  const { rows: tables } = await app.db.execute<{ name: string }>(
    sql`select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' order by 1`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(EXPORTED_IN).sort());
  const expected = new Set(Object.values(EXPORTED_IN).filter((where) => where in ownDataCopy.parts));
  expect([...expected, 'network'].sort()).toEqual(Object.keys(ownDataCopy.parts).sort());
});

test('a member downloads everything about themselves, and nothing about anybody else', async () => {
  const who = await busyMember('dragojla@primer.rs', 'Dragojla');
  const other = await busyMember('nikola@primer.rs', 'Nikodije');
  await app.db.update(users).set({ mailboxProvenAt: new Date() }).where(eq(users.id, who.id));
  await app.db
    .update(profiles)
    .set({ inTree: true, referralCode: 'ABCD2345', invitesBlockedAt: null })
    .where(eq(profiles.id, who.id));

  const json = await file(who, 'json');
  expect(json.name).toMatch(/^vidik-moji-podaci-\d{4}-\d\d-\d\d\.json$/);
  const text = await json.text();
  const data = JSON.parse(text);
  expect(data).toMatchObject({
    mailboxProven: true,
    account: [{ email: who.email }],
    profile: [{ firstName: 'Dragojla', bannerBalance: 10, tvSecondBalance: 5 }],
    network: [{ referralCode: 'ABCD2345', directDownline: 0 }],
    orders: [{ amount: 21_900, delivery: { city: 'Čačak' } }],
    devices: [{ name: 'Dragojla' }],
    reservations: [{ firstName: 'Dragojla' }],
    acceptances: [{ document: 'x', version: '1' }],
  });
  expect(data.sessions).toHaveLength(1);
  expect(data.ledger).toHaveLength(2);
  for (const foreign of ['Nikodije', other.email, other.id]) expect(text).not.toContain(foreign);
  expect(text).not.toMatch(/hash|secret|tokenHash/i);

  const html = await (await file(who, 'html')).text();
  expect(html).toContain('219,00');
  expect(html).toContain('&lt;b&gt;Pekara&lt;/b&gt;');
  expect(html).not.toContain('<b>Pekara');
  expect(html).not.toContain('undefined');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.actor, who.id)).orderBy(auditLog.id);
  expect(log.map(({ action, after }) => [action, after])).toEqual([
    ['accounts.data-downloaded', { format: 'json' }],
    ['accounts.data-downloaded', { format: 'html' }],
  ]);
});

test('whoever is or was staff takes along what they did to others without what it was about', async () => {
  const [chief, staff] = [await person(app, 'superAdmin'), await person(app, 'admin', { city: 'Staro' })];
  const customer = await person(app, 'member', { lastName: 'Nekadašnji' });
  const { people } = call(app, staff).accounts.admin;
  await people.edit({ id: customer.id, from: { lastName: 'Nekadašnji' }, to: { lastName: 'Sadašnji' } });
  await people.addNote({ id: customer.id, key: randomUUID(), text: 'Zove posle pet.' });
  await call(app, staff).accounts.own.update({ from: { city: 'Staro' }, to: { city: 'Novo' } });
  const edits = async () => {
    const { activity } = await full(staff);
    for (const foreign of ['Nekadašnji', 'Sadašnji', 'Zove posle pet.'])
      expect(JSON.stringify(activity)).not.toContain(foreign);
    const edited = (activity as { action: string; before: unknown; after: unknown }[]).filter(
      ({ action }) => action === 'accounts.edited',
    );
    return edited.map(({ before, after }) => [before, after]);
  };
  const own = [{ city: 'Staro' }, { city: 'Novo' }];
  expect(await edits(), 'newest first').toEqual([own, [null, null]]);
  await call(app, chief).accounts.admin.people.setRole({ id: staff.id, role: 'admin', on: false });
  expect(await edits()).toEqual([own, [null, null]]);
});

test('without a proof of the mailbox, reservations of that address are not handed out', async () => {
  const who = await busyMember('jovan@primer.rs', 'Jovandeka');
  expect(await full(who)).toMatchObject({ mailboxProven: false, reservations: [], tickets: [], bankPayments: [] });
  expect(await (await file(who, 'html')).text()).toContain('još niste potvrdili');
});
