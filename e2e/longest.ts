import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { database, linkedTv, runningCampaign, waitingCampaign, withoutFile } from './adverts-on-tv.ts';
import {
  everyFinding,
  insertPaymentProblems,
  moneyBack,
  setUpFailingEndpoints,
  setUpSuspiciousTvs,
} from './longest-desk.ts';
import { asker, orderWithEverything, paidByTransfer, statement } from './longest-orders.ts';
import { closedMonths, countedDays } from './longest-rewards.ts';
import { CITY, COMPANY_NAME, FILE, LINE, longest, TEXT } from './longest-words.ts';
import { fillShelf } from './shelf.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  member as approved,
  PASSWORD,
  reserved,
  type Somebody,
  signInByHand,
} from './story.ts';

/** What pages show at its longest: names, addresses and companies as long as they come, one of each in every list. */

/** Made once for all pages that a worker opens. */
function once<T>(make: (request: APIRequestContext) => Promise<T>): (request: APIRequestContext) => Promise<T> {
  let made: Promise<T> | undefined;
  return (request) => {
    made ??= make(request);
    return made;
  };
}

const account = once(async (request) => {
  const who = longest();
  await approved(request, who);
  return who;
});

/** With a session of its own each time: one that two browsers renew ends for both. */
export async function owner(request: APIRequestContext) {
  const who = await account(request);
  return { who, session: await signInByHand(request, who.email, PASSWORD) };
}

export const companyInfo = ({ email }: Somebody) => ({
  email,
  company_name: COMPANY_NAME,
  company_address: 'Bulevar vojvode Petra Bojovića Karađorđevića 1142b, ulaz iz dvorišta',
  company_registration_number: '17162543',
  company_tax_number: '100002887',
  company_city: CITY,
  company_postal_code: '21208',
  company_contact: '+381641112222',
});

/** A package of six months that waits for a transfer, of a company. */
export const orderedPackage = once(async (request) => {
  const { who, session } = await owner(request);
  const { number } = await asker(request, session.access_token)<{ number: number }>(
    'post',
    '/functions/create-payment',
    {
      productName: 'starter',
      productPrice: 99,
      way: 'transfer',
      months: 6,
      companyInfo: companyInfo(who),
    },
  );
  return number;
});

/** The owner, somebody of staff, and how the owner's payments look in a statement. */
export const sides = async (request: APIRequestContext) => ({
  buyer: (await owner(request)).session,
  staff: await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD),
  line: { name: FILE, payer: COMPANY_NAME.slice(0, 70), purpose: LINE },
});

export const buyerInfo = async (request: APIRequestContext) => {
  const { who } = await owner(request);
  return {
    firstName: who.firstName,
    lastName: who.lastName,
    companyName: '',
    country: 'RS',
    address: 'Bulevar vojvode Petra Bojovića Karađorđevića, ulaz iz dvorišta',
    addressNumber: '1142b',
    city: CITY,
    postalCode: '21208',
    phone: who.phone,
  };
};

/** Devices that came, of which one is faulty and for which a part of the money goes back. */
export const ordered = once(async (request) =>
  orderWithEverything(request, await sides(request), { buyerInfo: await buyerInfo(request), text: TEXT }),
);

export const ownCampaign = once(async (request) => {
  const { session } = await owner(request);
  const db = await database();
  const advert = { region: 'ZA', kind: 'banner', file: Buffer.from('RIFF____WEBP'), seconds: 15 };
  const id = await runningCampaign(db, { company: session.user.id, ...advert });
  await withoutFile(db, id);
  await db.query(`update campaigns set name = $2, state = 'done' where id = $1`, [id, COMPANY_NAME.slice(0, 80)]);
  await db.end();
  return id;
});

/** Nobody has sent it yet. */
export const draft = once(async (request) => {
  const { session } = await owner(request);
  const id = randomUUID();
  const own = asker(request, session.access_token);
  await own('post', '/campaigns', { id });
  const url = `https://veomadugackoimedomena.rs/${'a'.repeat(200)}`;
  await own('post', `/campaigns/${id}`, { name: COMPANY_NAME.slice(0, 80), url });
  return id;
});

/** Waits to be paid. */
export const ticket = once(async (request) => new URL((await reserved(request, longest())).link).pathname);

/** Two places that are paid, the second of somebody else. */
export const paidTicket = once(async (request) => {
  const { number, link } = await reserved(request, longest());
  const desk = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const { rows } = await desk<{ rows: { id: string }[] }>('get', `/admin/event/reservations?search=${number}`);
  await desk('post', `/admin/event/reservations/${rows[0]!.id}/confirm`, {});
  const { pathname } = new URL(link);
  const { firstName, lastName } = longest();
  const about = { shown: { firstName: '', lastName: '' }, person: { firstName, lastName } };
  const place = `/event/tickets/${pathname.split('/').at(-1)}/places/2/name`;
  const named = await request.post(`/api${place}`, { data: about });
  expect(named.ok(), await named.text()).toBe(true);
  return pathname;
});

/** What the owner has beside orders: TVs, a network, vouchers, adverts, work, rewards. */
const possessions = once(async (request) => {
  const { who, session } = await owner(request);
  const { id } = session.user;
  const own = asker(request, session.access_token);
  const staff = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const below = await approved(request, longest());
  await staff('post', '/rpc/enroll_ref', { p_ref: 'root', p_user: id });
  const { code } = await own<{ code: string }>('get', '/network/mine');
  await staff('post', '/rpc/enroll_ref', { p_ref: code, p_user: below.user.id });
  const issued = { key: randomUUID(), bannerCount: 100_000, count: 2, note: LINE };
  const { rows } = await staff<{ rows: { code: number }[] }>('post', '/admin/vouchers', issued);
  await own('post', '/vouchers/redeem', { code: String(rows[0]!.code) });
  await staff('post', `/admin/people/${id}`, {
    from: { companyName: null, city: 'Čačak' },
    to: { companyName: COMPANY_NAME.slice(0, 100), city: CITY },
  });
  const labels = { isCompany: false, isPartner: false, isInstaller: false };
  await staff('post', `/admin/people/${id}/roles/company`, { on: true, shown: labels });
  const shown = { ...labels, isCompany: true };
  await staff('post', `/admin/people/${id}/roles/installer`, { on: true, shown });
  await staff('post', '/admin/installations', {
    key: randomUUID(),
    installerId: id,
    name: `${who.firstName} ${who.lastName}`,
    phone: '+381641112222',
    address: `Bulevar vojvode Petra Bojovića Karađorđevića 1142b, ulaz iz dvorišta, ${CITY}`,
    agreedAt: '2031-03-02T10:00:00Z',
    note: TEXT,
  });
  const month = { productName: 'standard', productPrice: 249, companyInfo: companyInfo(who) };
  const { number } = await paidByTransfer(request, await sides(request), month);
  const db = await database();
  await waitingCampaign(db, { company: id, name: COMPANY_NAME.slice(0, 80), seconds: 90_000 });
  for (let n = 0; n < 3; n += 1) await linkedTv(db, id, 'ZA');
  await db.query('update devices set name = $2 where profile_id = $1', [id, LINE.slice(0, 60)]);
  // Only while it is not sold anybody can ask for it.
  await db.query(
    `insert into special_requests (id, profile_id, company, contact, month, message, made_at)
     values (gen_random_uuid(), $1, $2, $3, '2031-03-01', $4, now())`,
    [id, COMPANY_NAME, `${who.firstName} ${who.lastName}, ${who.email}`, TEXT],
  );
  await db.query(
    `with sold as (insert into orders (profile_id, email, kind, product_name, amount, status, payment_state, paid_at)
       values ($1, $2, 'special', 'Specijalni Paket - 100 Lokacija', 150000, 'paid', 'paid', now()) returning id)
     insert into special_runs (order_id, profile_id) select id, $1 from sold`,
    [id, who.email],
  );
  await db.query(
    `insert into subscriptions (id, profile_id, package_name, status, paused, paused_since, current_period_end, retry_at, attempts, amount, currency, question)
     select 'sub_' || gen_random_uuid(), $1, name, status, paused, case when paused then now() end, now() + interval '20 days',
       now() + interval '2 days', 2, 499900, 'EUR', 1
     from (values ('standard', 'past_due', false), ('business', 'active', false), ('ultra', 'active', true)) as one (name, status, paused)`,
    [id],
  );
  // Sold before there were any papers.
  await db.query(
    `insert into packages (profile_id, order_id, email, package_name, l_banners, tv_seconds, amount, currency, company_name, payment_key, created_at)
     select $1, id, $2, 'business', 150000, 1500000, 499900, 'EUR', $3, gen_random_uuid()::text, now() - interval '1 day' from orders where number = $4`,
    [id, who.email, COMPANY_NAME, number],
  );
  await setUpSuspiciousTvs(db, id);
  await countedDays(db, id);
  await db.end();
});

/** Everything of the owner, in every list of /account. */
export async function ownerOfAll(request: APIRequestContext) {
  await ordered(request);
  await orderedPackage(request);
  await ownCampaign(request);
  await possessions(request);
  return (await owner(request)).session;
}

/** In every list of staff one row is as long as rows come; the addresses of programs, and the newest month of rewards. */
export const longestRows = once(async (request) => {
  await ownerOfAll(request);
  await applicant(request, longest());
  const guest = longest();
  await reserved(request, guest);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const ask = asker(request, session.access_token);
  const search = `/admin/event/reservations?search=${encodeURIComponent(guest.email)}`;
  const { rows: reservations } = await ask<{ rows: { id: string }[] }>('get', search);
  const notes = `/admin/event/reservations/${reservations[0]!.id}/notes`;
  for (let n = 0; n < 2; n += 1) await ask('post', notes, { key: randomUUID(), text: TEXT });
  const unknown = { payer: COMPANY_NAME.slice(0, 70), purpose: LINE, currency: 'RSD' as const };
  await statement(request, session, FILE, [{ amount: '1234567.89', ...unknown, bankReference: randomUUID() }]);
  await fillShelf(request);
  const serial = `VDK-36-${randomInt(100_000, 999_000)}`;
  await ask('post', '/admin/stock/scans', { key: randomUUID(), serial });
  await ask('post', '/admin/stock/write-offs', { serials: [serial], reason: 'transport', note: TEXT });
  await ask('post', '/admin/keys', {
    id: randomUUID(),
    name: `${LINE.slice(0, 50)} ${randomInt(1_000_000)}`,
    duties: ['warehouse', 'accounting', 'sales', 'support', 'event'],
    writes: true,
    networks: ['2001:db8:1234:5678:9abc:def0:1234:5678', '203.0.113.0/24'],
    endsOn: daysLater(dayOf(new Date()), 100),
  });
  const addresses = { off: randomUUID(), rotated: randomUUID() };
  for (const id of Object.values(addresses))
    await ask('post', '/admin/webhooks', {
      id,
      url: `http://127.0.0.1:9/poslovni-program/prijem-dogadjaja-iz-prodavnice/${randomUUID()}/${id}`,
      events: ['stock.low', 'parcel.returned'],
    });
  await moneyBack(request, session);
  await everyFinding(request, session);
  const { who, session: own } = await owner(request);
  const others = [await approved(request, longest()), await approved(request, longest())].map(({ user }) => user.id);
  const db = await database();
  await setUpFailingEndpoints(db, addresses);
  await insertPaymentProblems(db, { order: (await ordered(request)).number, email: who.email });
  const month = await closedMonths(db, own.user.id, others);
  await db.end();
  return { addresses, month };
});

/** A session of staff, of its own each time. */
export async function staff(request: APIRequestContext) {
  await longestRows(request);
  return signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
}
