import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { database, linkedTv, runningCampaign, waitingCampaign, withoutFile } from './adverts-on-tv.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
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

const asker = (request: APIRequestContext, token: string) => async (path: string, data: object) => {
  const answer = await request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
};

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

/** A package of six months that waits for a transfer, of a company. */
export const orderedPackage = once(async (request) => {
  const { who, session } = await owner(request);
  const { number } = await asker(request, session.access_token)('/functions/create-payment', {
    productName: 'starter',
    productPrice: 99,
    way: 'transfer',
    months: 6,
    companyInfo: {
      email: who.email,
      company_name: COMPANY_NAME,
      company_address: 'Bulevar vojvode Petra Bojovića Karađorđevića 1142b, ulaz iz dvorišta',
      company_registration_number: '17162543',
      company_tax_number: '100002887',
      company_city: 'Sremska Kamenica kod Novog Sada',
      company_postal_code: '21208',
      company_contact: '+381641112222',
    },
  });
  return number as number;
});

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

/** A session of staff, in whose lists one row is as long as rows come. */
export const staff = once(async (request) => {
  await applicant(request, longest());
  await reserved(request, longest());
  await orderedPackage(request);
  const { session: owning } = await owner(request);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const ask = asker(request, session.access_token);
  await ask('/admin/vouchers', { key: randomUUID(), bannerCount: 250_000, count: 1, note: LINE });
  await ask(`/admin/people/${owning.user.id}`, {
    from: { companyName: null, city: 'Čačak' },
    to: { companyName: COMPANY_NAME.slice(0, 100), city: 'Sremska Kamenica kod Novog Sada' },
  });
  const statement = camtFile(
    [
      {
        amount: '1234567.89',
        currency: 'RSD',
        payer: COMPANY_NAME.slice(0, 70),
        purpose: LINE,
        bankReference: randomUUID(),
      },
    ],
    { account: COMPANY },
  );
  const loaded = await request.post('/api/admin/bank/statements', {
    headers: { authorization: `Bearer ${session.access_token}` },
    multipart: {
      file: {
        name: 'izvod-dinarski-tekuci-racun-glavni-novembar-2026-ispravljen.xml',
        mimeType: 'application/xml',
        buffer: Buffer.from(statement),
      },
    },
  });
  expect(loaded.ok(), await loaded.text()).toBe(true);
  const db = await database();
  const company = owning.user.id;
  await waitingCampaign(db, { company, name: COMPANY_NAME.slice(0, 80), seconds: 90_000 });
  await linkedTv(db, company, 'ZA');
  await db.query('update devices set name = $2 where profile_id = $1', [company, LINE.slice(0, 60)]);
  await db.end();
  return session;
});
