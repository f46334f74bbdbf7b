import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { database, linkedTv, runningCampaign, waitingCampaign, withoutFile } from './adverts-on-tv.ts';
import { asker, orderWithEverything, paidByTransfer, statement } from './longest-orders.ts';
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
  somebody,
} from './story.ts';

/** What pages show at its longest: names, addresses and companies as long as they come, one of each in every list. */

const COMPANY_NAME =
  'Poljoprivredno-trgovinsko-ugostiteljsko preduzeće „Stojanović-Petronijević i sinovi“ d.o.o. Čajetina';
const LINE =
  'Uplata po predračunu za oglašavanje na televizorima u ugostiteljskim objektima, po dogovoru sa gospođom Petronijević';

const CITY = 'Sremska Kamenica kod Novog Sada';
const FILE = 'izvod-dinarski-tekuci-racun-glavni-novembar-2026-ispravljen.xml';
const TEXT = `${LINE}. Slika se prekida posle dva minuta, daljinski upravljač ne odgovara, a nalepnica https://primer.rs/${'a'.repeat(60)} se ne čita.`;

export const longest = (): Somebody => ({
  ...somebody('Aleksandra-Katarina', 'Stojanović-Petronijević'),
  email: `aleksandra.stojanovic.petronijevic.${randomUUID().slice(0, 8)}@veomadugackoimedomena.rs`,
});

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

export const ticket = once(async (request) => new URL((await reserved(request, longest())).link).pathname);

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
  await paidByTransfer(request, await sides(request), month);
  const db = await database();
  await waitingCampaign(db, { company: id, name: COMPANY_NAME.slice(0, 80), seconds: 90_000 });
  await linkedTv(db, id, 'ZA');
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
    `insert into subscriptions (id, profile_id, package_name, status, current_period_end, retry_at, attempts, amount, currency, question)
     values ($2, $1, 'standard', 'past_due', now() + interval '20 days', now() + interval '2 days', 2, 24900, 'EUR', 1)`,
    [id, `sub_${randomUUID()}`],
  );
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

/** In every list of staff one row is as long as rows come. */
const rows = once(async (request) => {
  await ownerOfAll(request);
  await applicant(request, longest());
  const guest = longest();
  await reserved(request, guest);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const ask = asker(request, session.access_token);
  const found = `/admin/event/reservations?search=${encodeURIComponent(guest.email)}`;
  const { rows: reservations } = await ask<{ rows: { id: string }[] }>('get', found);
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
  await ask('post', '/admin/webhooks', {
    id: randomUUID(),
    url: `http://127.0.0.1:9/poslovni-program/prijem-dogadjaja-iz-prodavnice/${randomUUID()}/${randomUUID()}`,
    events: ['stock.low', 'parcel.returned'],
  });
});

/** A session of staff, of its own each time. */
export async function staff(request: APIRequestContext) {
  await rows(request);
  return signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
}
