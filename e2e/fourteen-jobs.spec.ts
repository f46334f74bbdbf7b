import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { QueryResultRow } from 'pg';
import { foldText } from '#domain/fold.ts';
import { readPdf } from '../server/test/pdf.ts';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { database } from './adverts-on-tv.ts';
import { byKeyboard, byMouse, type Operator } from './operator.ts';
import { fillShelf } from './shelf.ts';
import { endWaiting } from './statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  applicant,
  bearer,
  expect,
  mailTo,
  member,
  proveByCode,
  purchasePath,
  type Somebody,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

/**
 * Fourteen jobs of the desk, each from its first page with what a caller would say, by mouse with five presses at most (of what
 * is said, typing is counted apart) and by keyboard alone. No address is typed.
 */

/** On a phone the menu's button is one more. */
const MOST_CLICKS = 5;

interface Order {
  number: number;
  reference: string;
}

/** A name that nobody else has. */
const somebodyCalled = (firstName: string, lastName: string) =>
  somebody(firstName, `${lastName}${randomInt(10_000, 99_999)}`);

/** A name as a caller says it, without its marks. */
const saidName = ({ firstName, lastName }: Somebody): string => foldText(`${firstName} ${lastName}`);

/** What the database says in the end. */
async function inDatabase<Row extends QueryResultRow>(query: string, ...values: unknown[]): Promise<Row[]> {
  const db = await database();
  try {
    return (await db.query<Row>(query, values)).rows;
  } finally {
    await db.end();
  }
}

/** What the server answers about an order. */
async function readOrder(request: APIRequestContext, number: number) {
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const answer = await request.get(`/api/admin/orders/${number}`, bearer(access_token));
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** An order of one device by transfer, for a phone of its own. */
async function ordered(request: APIRequestContext, who: Somebody, token: string, phone: string): Promise<Order> {
  const answer = await request.post('/api/functions/create-payment', {
    ...bearer(token),
    data: {
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      way: 'transfer',
      buyerInfo: {
        firstName: who.firstName,
        lastName: who.lastName,
        companyName: '',
        country: 'RS',
        phone,
        address: 'Ulica lipa',
        addressNumber: '14',
        city: 'Čačak',
        postalCode: '32000',
      },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { transfer } = await answer.json();
  return { number: transfer.order, reference: `97 ${transfer.pay.reference}` };
}

/** A buyer whose name has letters that a caller does not spell out, and their order. */
async function buyer(request: APIRequestContext) {
  const who = somebodyCalled('Đorđe', 'Žižić');
  const { access_token, user } = await member(request, who);
  const digits = String(randomInt(1_000_000, 9_999_999));
  return {
    who,
    id: user.id,
    token: access_token,
    digits,
    ...(await ordered(request, who, access_token, `+38164${digits}`)),
  };
}

/** Opens the search over everything and what it finds. */
async function find(operator: Operator, words: string, what: string | RegExp) {
  const { page } = operator;
  const field = page.getByRole('combobox', { name: 'Pretraga svega' });
  await operator.press(page.getByRole('button', { name: 'Pretraga' }));
  await expect(field).toBeFocused();
  await operator.type(field, words);
  const found = page.getByRole('option').filter({ hasText: what }).first();
  await expect(page.getByText('Traži se…')).toHaveCount(0);
  await expect(found).toBeVisible();
  if (operator.by === 'mouse') return operator.press(found);
  while ((await found.getAttribute('aria-selected')) !== 'true') await operator.key('ArrowDown');
  await operator.key('Enter');
}

/** The same, paid by card in another window. */
async function paid(operator: Desk, request: APIRequestContext) {
  const who = somebody('Ljubiša', 'Đokić');
  const session = await member(request, who);
  const shop = await another(operator.browser, operator.quiet, operator.page, session);
  await shop.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(shop);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { level: 1, name: 'Uspešno plaćanje!' })).toBeVisible();
  const number = Number.parseInt(await payment.locator('dd').first().innerText(), 10);
  await shop.context().close();
  return { who, number };
}

/** A device of an order in a box, by staff who are not at this desk. */
async function packed(request: APIRequestContext, number: number) {
  const asked = bearer((await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  await fillShelf(request);
  const serial = `VDK-34-${randomInt(100_000, 999_000)}`;
  const received = await request.post('/api/admin/stock/scans', { ...asked, data: { key: randomUUID(), serial } });
  expect(received.status(), await received.text()).toBe(200);
  const { id, version } = await (await request.get(`/api/admin/orders/${number}`, asked)).json();
  const done = await request.post(`/api/admin/orders/${id}/parcels`, {
    ...asked,
    data: { id: randomUUID(), version, courier: 'own', boxes: [{ grams: 400, serials: [serial] }] },
  });
  expect(done.status(), await done.text()).toBe(200);
}

/** A company that pays a package monthly by card. */
async function subscribed(operator: Desk, request: APIRequestContext) {
  const who = somebodyCalled('Vesna', 'Žarić');
  const shop = await another(operator.browser, operator.quiet, operator.page, await member(request, who));
  await shop.goto('/marketing-purchase?package=standard&price=249');
  await fillCompany(shop);
  await shop.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await shop.getByRole('button', { name: /^Plati 249/ }).click();
  await expect(shop.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await shop.context().close();
  return { who };
}

async function fillCompany(page: Page) {
  await page.getByLabel('Naziv firme').fill('Pekara na uglu');
  await page.getByLabel('PIB').fill('100002887');
  await page.getByLabel('Matični broj').fill('17162543');
  await page.getByLabel('Adresa firme').fill('Knez Mihailova 1');
  await page.getByRole('textbox', { name: 'Grad' }).fill('Beograd');
  await page.getByLabel('Poštanski broj').fill('11000');
  await page.getByLabel('Kontakt telefon').fill('+381 64 123 4567');
  await page.getByRole('checkbox').check();
}

/** A member with an application for codes; their id. */
async function withSecondStep(request: APIRequestContext, who: Somebody): Promise<string> {
  const session = await member(request, who);
  await proveByCode(request, who.email, session);
  const asked = bearer(session.access_token);
  const added = await request.post('/auth/v1/factors', { data: { factor_type: 'totp' }, ...asked });
  const { id, totp } = await added.json();
  const challenge = await (await request.post(`/auth/v1/factors/${id}/challenge`, asked)).json();
  const enrolled = await request.post(`/auth/v1/factors/${id}/verify`, {
    data: {
      challenge_id: challenge.id,
      code: new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate(),
    },
    ...asked,
  });
  expect(enrolled.status(), await enrolled.text()).toBe(200);
  return session.user.id;
}

const secondStepsOf = async (id: string): Promise<number> =>
  (await inDatabase(`select id from auth.mfa_factors where user_id = $1 and status = 'verified'`, id)).length;

const heading = (operator: Operator, name: string | RegExp): Locator =>
  operator.page.getByRole('heading', { level: 1, name });
/** By the main menu, which is behind a button on a phone. */
async function openByMenu(operator: Operator, name: string) {
  const button = operator.page.getByRole('button', { name: 'Otvori meni' });
  if (await button.isVisible()) await operator.press(button);
  await operator.press(
    operator.page.getByRole('navigation', { name: 'Glavni meni' }).getByRole('link', { name, exact: true }),
  );
}

/** Whoever is at the desk, and the browser in which customers do their part. */
interface Desk extends Operator {
  browser: Browser;
  quiet: Parameters<typeof another>[1];
}
type Job = (operator: Desk, request: APIRequestContext) => Promise<void>;

const JOBS: Record<string, Job> = {
  'where an order is, by its number': async (operator, request) => {
    const { number } = await buyer(request);
    await find(operator, String(number), String(number));
    await expect(heading(operator, `Narudžbina ${number}`)).toBeVisible();
    const paying = operator.page.getByRole('region', { name: 'Plaćanje', exact: true });
    await expect(paying.locator('[aria-current=step]')).toContainText('Čeka uplatu');
    expect(await readOrder(request, number)).toMatchObject({ number, paymentState: 'unpaid', fulfilmentState: 'new' });
  },

  'its address, by a name without its marks': async (operator, request) => {
    const { who, number } = await buyer(request);
    await find(operator, saidName(who).replace('dorde', 'djordje'), String(number));
    await expect(operator.page.locator('address')).toContainText('Ulica lipa 14');
    expect((await readOrder(request, number)).delivery).toMatchObject({ address: 'Ulica lipa', city: 'Čačak' });
  },

  'an order, by half of a phone number': async (operator, request) => {
    const { number, digits } = await buyer(request);
    await find(operator, digits.slice(-6), String(number));
    await expect(heading(operator, `Narudžbina ${number}`)).toBeVisible();
    expect((await readOrder(request, number)).delivery.phone.replaceAll(/\D/g, '')).toBe(`38164${digits}`);
  },

  'another address for an order': async (operator, request) => {
    const { who, number } = await buyer(request);
    await find(operator, String(number), String(number));
    const { page } = operator;
    await operator.press(page.getByRole('button', { name: 'Izmeni adresu isporuke' }));
    const dialog = page.getByRole('dialog', { name: `Adresa isporuke, narudžbina ${number}` });
    const street = dialog.getByLabel('Ulica');
    await expect(street).toHaveValue('Ulica lipa');
    await operator.type(street, '');
    await page.keyboard.press('Control+a');
    await operator.type(street, 'Bulevar oslobođenja');
    await operator.press(dialog.getByRole('button', { name: 'Sačuvaj adresu' }));
    await expect(page.getByText('Adresa isporuke je sačuvana.')).toBeVisible();
    expect(await mailTo(who.email, 'orders.delivery-changed')).toContain('Bulevar');
  },

  'a device given back: its money to the card': async (operator, request) => {
    const { who, number } = await paid(operator, request);
    const { page } = operator;
    await find(operator, String(number), String(number));
    await operator.press(page.getByRole('button', { name: 'Vrati novac' }));
    const dialog = page.getByRole('dialog', { name: 'Povraćaj novca' });
    await operator.choose(dialog.getByLabel('Razlog'), 'Dogovor sa kupcem');
    await operator.press(dialog.getByRole('button', { name: 'Vrati 219,00 €' }));
    await expect(page.getByText('Povraćaj 219,00 € je upisan.')).toBeVisible();
    expect(await mailTo(who.email, 'refunds.paid-back')).toContain('219,00');
  },

  'a quarter’s sales as a file': async (operator, request) => {
    const { number } = await buyer(request);
    const { page } = operator;
    await openByMenu(operator, 'Prodaja');
    await operator.press(page.getByRole('button', { name: 'Dodaj filter' }));
    const quarter = page.getByRole('group', { name: 'Filteri' });
    const today = new Date();
    const month = String(Math.max(1, today.getMonth() - 1)).padStart(2, '0');
    const [from, to] = [today.getFullYear(), today.getFullYear() + 1];
    await operator.day(quarter.getByLabel('Od', { exact: true }), `${month}${month}${from}`);
    await operator.day(quarter.getByLabel('Do', { exact: true }), `1212${to}`);
    await expect(page).toHaveURL(new RegExp(`from=${from}-${month}-${month}&to=${to}-12-12`));
    const saving = page.waitForEvent('download');
    await operator.press(page.getByRole('button', { name: 'Preuzmi CSV' }));
    expect(readFileSync((await (await saving).path())!, 'utf8')).toContain(`\r\n${number};`);
  },

  'the list for today’s courier': async (operator, request) => {
    const { number } = await paid(operator, request);
    await packed(request, number);
    const { page } = operator;
    await operator.press(page.getByRole('link', { name: /Zalihe/ }).first());
    const saving = page.waitForEvent('download');
    await operator.press(page.getByRole('button', { name: 'Spisak za preuzimanje' }));
    const { text } = await readPdf(readFileSync((await (await saving).path())!));
    expect(text).toContain(`${number}-1`);
  },

  'a subscription cancelled by phone': async (operator, request) => {
    const { who } = await subscribed(operator, request);
    const { page } = operator;
    await find(operator, saidName(who), who.email);
    await operator.press(page.getByRole('button', { name: /^Radnje:/ }));
    await operator.pick(page.getByRole('menuitem', { name: 'Otkaži na kraju perioda…' }));
    const dialog = page.getByRole('dialog', { name: 'Otkazati na kraju perioda?' });
    await operator.type(dialog.getByLabel('Razlog'), 'Kupac je tražio telefonom');
    await operator.press(dialog.getByRole('button', { name: 'Otkaži na kraju perioda' }));
    await expect(page.getByText('Otkazano. Platna kuća dobija nalog, a kupac poruku.')).toBeVisible();
    await mailTo(who.email, 'advertising.stopped');
  },

  'forty requests approved': async (operator, request) => {
    const family = `Zbor${randomInt(100_000, 999_999)}`;
    const applied = Array.from({ length: 40 }, () => somebody('Ana', family));
    for (const who of applied) await applicant(request, who);
    const { page } = operator;
    await operator.press(page.getByRole('navigation', { name: 'Danas' }).getByRole('link', { name: /Za odobrenje/ }));
    await operator.type(page.getByRole('searchbox'), family);
    await expect(page.getByRole('checkbox', { name: /^Izaberi: / })).toHaveCount(40);
    await operator.press(page.getByRole('checkbox', { name: /^Izaberi sve/ }));
    await operator.press(page.getByRole('button', { name: 'Odobri izabrane' }));
    await operator.press(page.getByRole('button', { name: 'Odobri 40' }));
    await expect(page.getByText('Uspešno odobreno 40 korisnika')).toBeVisible();
    await mailTo(applied.at(-1)!.email, 'accounts.approved');
  },

  'a statement settled': async (operator, request) => {
    const { who, number, reference } = await buyer(request);
    const payer = who.username.toUpperCase();
    const file = camtFile([{ amount: '25660.00', currency: 'RSD', reference, payer, bankReference: payer }], {
      account: COMPANY,
    });
    const { page } = operator;
    await openByMenu(operator, 'Banka');
    await operator.press(page.getByRole('button', { name: 'Učitaj izvod banke' }));
    const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'izvod.xml', mimeType: 'application/xml', buffer: Buffer.from(file) });
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: payer })).toContainText('Slaže se');
    await operator.press(page.getByRole('button', { name: 'Potvrdi 1 uplatu' }));
    await expect(page.getByText(/^Potvrđeno 1 uplata, 25\.660,00/)).toBeVisible();
    // Two minutes later it is paid, and the buyer has the advance invoice.
    await endWaiting(number);
    expect(await mailTo(who.email, 'orders.paid', 1, 60_000)).toContain('application/pdf');
  },

  'vouchers printed': async (operator) => {
    const { page } = operator;
    await operator.press(page.getByRole('link', { name: /Vaučeri/ }).first());
    await operator.press(page.getByRole('button', { name: 'Izdaj vaučere' }).first());
    const dialog = page.getByRole('dialog');
    const banners = randomInt(1_000, 9_999);
    await operator.type(dialog.getByLabel('L-banera na svakom kodu'), String(banners));
    await operator.press(dialog.getByRole('button', { name: 'Nastavi', exact: true }));
    await operator.press(dialog.getByRole('button', { name: 'Izdaj 1 kod' }));
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await operator.press(page.getByRole('button', { name: 'Odštampaj kartice' }));
    await expect(page.locator('body[data-printed]')).toHaveCount(1);
    const { text } = await readPdf(await page.pdf());
    const issued = await inDatabase<{ code: string }>(
      'select kod::text as code from vaucerkod where kol_lbanera = $1 and not iskoriscen order by id desc limit 1',
      banners,
    );
    expect(issued).toHaveLength(1);
    expect(text.replaceAll(/\s/g, '')).toContain(issued[0]!.code);
  },

  'a branch of the network moved': async (operator, request) => {
    const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const [top, below] = [somebodyCalled('Jelena', 'Đorđević'), somebodyCalled('Nikola', 'Ćosić')];
    const [one, two] = [await member(request, top), await member(request, below)];
    for (const [p_user, p_ref] of [
      [one.user.id, 'root'],
      [two.user.id, 'root'],
    ])
      await request.post('/api/rpc/enroll_ref', { data: { p_ref, p_user }, ...bearer(admin.access_token) });
    const { page } = operator;
    await find(operator, saidName(below), below.email);
    await operator.press(page.getByRole('link', { name: 'Premesti…' }));
    const card = page.getByRole('complementary');
    const dialog = page.getByRole('dialog');
    await operator.type(dialog.getByRole('combobox'), saidName(top));
    await expect(page.getByRole('option').filter({ hasText: top.email })).toBeVisible();
    await operator.key('Enter');
    await operator.press(dialog.getByRole('button', { name: 'Premesti' }));
    await expect(card).toContainText(`${top.firstName} ${top.lastName}`);
    const placed = await inDatabase('select parent_id from profiles where id = $1', two.user.id);
    expect(placed).toEqual([{ parent_id: one.user.id }]);
  },

  'who changed a person’s data': async (operator, request) => {
    const { who, id } = await buyer(request);
    const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const edited = await request.post(`/api/admin/people/${id}`, {
      ...bearer(admin.access_token),
      data: { from: { city: 'Čačak' }, to: { city: 'Niš' } },
    });
    expect(edited.status(), await edited.text()).toBe(200);
    await find(operator, saidName(who), who.email);
    await expect(heading(operator, `${who.firstName} ${who.lastName}`)).toBeVisible();
    const { page } = operator;
    await expect(page.getByRole('listitem').filter({ hasText: 'Podaci izmenjeni' })).toContainText(
      ADMIN_EMAIL.split('@')[1]!.split('.')[0]!,
    );
  },

  'a lost second step removed': async (operator, request) => {
    const who = somebodyCalled('Ljubica', 'Šćepanović');
    const id = await withSecondStep(request, who);
    expect(await secondStepsOf(id)).toBe(1);
    const { page } = operator;
    await find(operator, saidName(who), who.email);
    await operator.press(page.getByRole('link', { name: /^Izmeni/ }));
    await operator.press(page.getByRole('button', { name: 'Ukloni potvrdu u dva koraka' }));
    await operator.press(page.getByRole('dialog').getByRole('button', { name: 'Ukloni potvrdu u dva koraka' }));
    await expect(page.getByText('Potvrda u dva koraka je uklonjena.')).toBeVisible();
    expect(await secondStepsOf(id)).toBe(0);
  },
};

/** How much a job takes stands with its test in the report. */
function told(job: string, { by, presses, typed }: Operator) {
  test.info().annotations.push({ type: 'presses', description: `${job}, ${by}: ${presses}, and ${typed} letters` });
}

for (const [job, doIt] of Object.entries(JOBS)) {
  test(`${job}: five presses at most`, async ({ page, context, browser, request, quiet }) => {
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto('/admin');
    await expect(page.getByRole('navigation', { name: 'Danas' })).toBeVisible();
    const operator = Object.assign(byMouse(page), { browser, quiet });
    await doIt(operator, request);
    told(job, operator);
    expect(operator.presses).toBeLessThanOrEqual(test.info().project.use.isMobile ? MOST_CLICKS + 1 : MOST_CLICKS);
  });

  test(`${job}: by keyboard alone`, async ({ page, context, browser, request, quiet }) => {
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto('/admin');
    await expect(page.getByRole('navigation', { name: 'Danas' })).toBeVisible();
    const operator = Object.assign(byKeyboard(page), { browser, quiet });
    await doIt(operator, request);
    told(job, operator);
  });
}
