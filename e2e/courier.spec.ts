import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { database } from './adverts-on-tv.ts';
import { fillShelf } from './shelf.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

/** Asks the controls of the courier's double: what it is told by hand. */
async function courier(what: string, body: object = {}) {
  const file = path.join(process.env.E2E_DATA_DIR!, 'd-express.json');
  const { url, secret } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; secret: string };
  const answer = await fetch(new URL(`/_double/${what}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { parcels: { reference: string; codes: string[] }[] };
}

// The courier is down, or knows no street, for everybody: desktop and phone take turns.
let turn: Awaited<ReturnType<typeof database>>;
test.beforeEach(async () => {
  turn = await database();
  await turn.query(`select pg_advisory_lock(hashtext('e2e.courier'))`);
});
test.afterEach(() => turn.end());

type Tools = Parameters<Parameters<typeof test>[2]>[0];

/** A device is paid for, and another one is in stock. */
async function bought({ page, browser, request, quiet }: Pick<Tools, 'page' | 'browser' | 'request' | 'quiet'>) {
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { level: 1 })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await fillShelf(request);
  const serial = `VDK-33-${randomInt(100_000, 999_000)}`;
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: 'Skeniraj prijem' }).click();
  await admin.getByLabel('Skenirajte serijski broj').fill(serial);
  await admin.getByLabel('Skenirajte serijski broj').press('Enter');
  await expect(admin.getByRole('list', { name: 'Skenirano' })).toContainText('Primljen.');
  return { admin, serial };
}

test('a paid order goes with D Express to the doorstep, though the courier is down at first', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Jelena', 'Šćepanović');
  await useSession(context, await member(request, who));
  const { admin, serial } = await bought({ page, browser, request, quiet });

  await courier('down', { hours: 1 });
  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('link').first().click();
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(strip.getByLabel('Serijski broj 1 od 1')).toBeFocused();
  const key = `${/orders\/(\d+)/.exec(admin.url())![1]!}-1`;
  await admin.keyboard.type(serial);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await admin.keyboard.press('Tab');
  await expect(strip.getByLabel('Kurir')).toBeFocused();
  await admin.keyboard.type('D Exp');
  await expect(strip.getByLabel('Kurir')).toHaveValue('d-express');
  await admin.keyboard.press('Tab');
  await admin.keyboard.press('Enter');

  await expect(strip.getByText('druga pošiljka ne može da nastane', { exact: false })).toBeVisible();
  await expectAccessible(admin);
  await courier('advance', { hours: 1 });
  await strip.getByRole('button', { name: 'Pošalji sada' }).press('Enter');
  await strip.getByLabel('Broj računa').fill(`AB12CD34-AB12CD34-${randomInt(1_000_000, 2_000_000)}`);
  await admin.keyboard.press('Enter');
  const label = strip.getByLabel('Nalepnica 1 od 1');
  await expect(label).toBeFocused();
  const held = (await courier('parcels')).parcels.filter(({ reference }) => reference === key);
  expect(held).toHaveLength(1);
  const [code] = held[0]!.codes as [string];
  await admin.keyboard.type(code);
  await admin.keyboard.press('Enter');
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' })).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(admin.getByText(`Pošiljka ${key} je predata kuriru. Kupac dobija poruku.`)).toBeVisible();

  await expect(admin.getByText('Kurir zna ovu adresu')).toBeVisible();
  await admin.getByRole('button', { name: 'Još', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Pošalji link za praćenje' }).click();
  await expect(admin.getByText('Link za praćenje je poslat kupcu.')).toBeVisible();

  // Asking the courier is the warehouse's: whoever sells reads the card of the parcel and has no button that would be refused.
  const seller = await member(request, somebody('Vera', 'Đurić'));
  const db = await database();
  await db.query('update profiles set is_admin = true where id = $1', [seller.user.id]);
  await db.query('insert into staff_members (profile_id, version, changed_at) values ($1, 1, now())', [seller.user.id]);
  await db.query(`insert into staff_duties (profile_id, duty, since) values ($1, 'sales', now())`, [seller.user.id]);
  await db.end();
  const sales = await another(browser, quiet, page, seller);
  await sales.goto(`/admin/orders/${key.split('-')[0]!}`);
  await expect(sales.getByText(code).first()).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Pošalji upit kuriru' })).toBeVisible();
  await expect(sales.getByRole('button', { name: 'Pošalji upit kuriru' })).toHaveCount(0);

  await courier('tell', { reference: key, status: '6' });
  await expect(admin.getByText(`Pošiljka ${key}: kurir nije zatekao primaoca.`), 'without a reload').toBeVisible();
  await admin.goto('/admin');
  const waiting = admin.getByRole('link', { name: /Za poziv/ });
  await expect(waiting).toContainText('kurir nije zatekao');
  await expectAccessible(admin);
  await waiting.click();
  await admin.getByRole('link', { name: key.split('-')[0]!, exact: true }).click();
  const panel = admin.getByRole('region', { name: /^Kurir nije zatekao kupca\. Pozovite \+?\d/ });
  await panel.getByRole('button', { name: 'Upiši ishod poziva' }).click();
  await expect(sales.getByText('je otvorena za poziv'), 'so that the buyer gets one call').toBeVisible();
  await sales.context().close();
  await expect(admin.getByText('je otvorena za poziv')).toHaveCount(0);
  await expect(panel.getByRole('definition').filter({ hasText: key })).toHaveText(`${key}, D Express`);
  await panel.getByRole('radio', { name: /Kurir dolazi ponovo/ }).check();
  await expectAccessible(admin);
  await panel.getByRole('button', { name: 'Upiši: čeka kurira' }).click();
  await expect(admin.getByText('Poziv kupcu koga kurir nije zatekao: čeka kurira.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await courier('plan', { reference: key, ending: 'delivered' });

  await courier('advance', { hours: 24 });
  await expect(strip).toContainText('Nema šta da se uradi.');
  await expect(admin.getByText(`Pošiljka ${key}: kurir je krenuo ka adresi.`)).toBeVisible();
  await expectAccessible(admin);

  const [, link] = /href="[^"]*(\/parcel\/[\w-]{22})"/.exec(await mailTo(who.email, 'fulfilment.sent', 2))!;
  const guest = await another(browser, quiet, page);
  await guest.goto(link!);
  await expect(guest.getByRole('heading', { level: 1, name: /^Isporučeno/ })).toBeVisible();
  await expect(guest.getByText(`D Express · ${code}`, { exact: false })).toBeVisible();
  await expectAccessible(guest);
});

test('an address that the courier does not know: another courier takes the packed parcel', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  // A label before the courier has confirmed the parcel.
  quiet.allow(/status of 4(09|22)/);
  const who = somebody('Petra', 'Žujović');
  await useSession(context, await member(request, who));
  const { admin, serial } = await bought({ page, browser, request, quiet });

  await courier('faults', { unknownStreets: [''] });
  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('link').first().click();
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(strip.getByLabel('Serijski broj 1 od 1')).toBeFocused();
  const key = `${/orders\/(\d+)/.exec(admin.url())![1]!}-1`;
  await admin.keyboard.type(serial);
  await admin.keyboard.press('Enter');
  await strip.getByLabel('Kurir').selectOption('D Express');
  await strip.getByRole('button', { name: 'Spakuj' }).click();
  await expect(strip.getByText('D Express ne zna za', { exact: false })).toBeVisible();
  await expect(admin.getByRole('complementary').getByText('Kurir ne zna ovu adresu')).toBeVisible();
  await courier('faults', { unknownStreets: [] });
  await expectAccessible(admin);
  await strip.getByRole('button', { name: 'Promeni kurira: Sopstvena dostava ili preuzimanje' }).click();
  await expect(admin.getByText(`Pošiljka ${key}: Sopstvena dostava ili preuzimanje.`)).toBeVisible();
  await expect(strip.getByLabel('Broj računa')).toBeVisible();
  expect((await courier('parcels')).parcels.filter(({ reference }) => reference === key)).toEqual([]);

  await strip.getByLabel('Broj računa').fill(`AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`);
  await admin.keyboard.press('Enter');
  await strip.getByRole('button', { name: 'Promeni kurira: D Express' }).click();
  await expect(admin.getByText(`Pošiljka ${key}: D Express.`).first()).toBeVisible();
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' }), 'the courier has confirmed it').toBeVisible();
  await expect(strip.getByRole('button', { name: 'Promeni kurira' })).toHaveCount(0);
});
