import { randomInt, randomUUID } from 'node:crypto';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { loseAnswer } from './held-answer.ts';
import { layoutProblems } from './layout.ts';
import { fillShelf } from './shelf.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, expectAccessible, signInByHand, test, useSession } from './story.ts';

/** Numbers of this run only: both projects share one database. */
const serials = (n: number) => {
  const first = randomInt(100_000, 999_000);
  return Array.from({ length: n }, (_, at) => `VDK-31-${first + at}`);
};

test('a file is checked, its new devices are received and scanned ones beside it, one is written off, and its way is told @phone', async ({
  page,
  context,
  request,
  quiet,
}) => {
  // A number that nobody knows, and a day that is over, are refused.
  quiet.allow(/4(09|22)/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  // Nobody waits for what is written off here.
  await fillShelf(request);
  const [one, two, three, four] = serials(4) as [string, string, string, string];
  await page.goto('/admin');
  await page.getByRole('link', { name: /Zalihe/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zalihe' })).toBeVisible();

  const intake = page.getByRole('region', { name: 'Prijem', exact: true });
  const content = ['Serijski broj', one, two, one, 'VDK-31-47O2'].join('\r\n');
  await intake.locator('input[type=file]').setInputFiles({
    name: 'prijem-novembar.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await expect(intake.getByText('ponavlja se, prvi put u redu 2')).toBeVisible();
  await expect(intake.getByText('neispravan: slovo O umesto nule, nedostaju 2 cifre')).toBeVisible();
  await expectAccessible(page);
  await intake.getByLabel('Dokument').fill('Otpremnica 2026-118');
  await intake.getByRole('button', { name: 'Primi 2 uređaja' }).click();
  await expect(page.getByText(/^Prijem \d+: primljena 2 uređaja\. Na zalihama/)).toBeVisible();

  await page.getByRole('button', { name: 'Skeniraj prijem' }).click();
  const field = intake.getByLabel('Skenirajte serijski broj');
  for (const serial of [three, three, two, four]) {
    await field.fill(serial);
    await field.press('Enter');
  }
  const scanned = intake.getByRole('list', { name: 'Skenirano' }).getByRole('listitem');
  await expect(scanned).toHaveCount(4);
  await expect(scanned.filter({ hasText: /Primljen\./ })).toHaveCount(2);
  await expect(scanned.filter({ hasText: 'Već skeniran u ovom prijemu' })).toHaveCount(1);
  await expect(scanned.filter({ hasText: `${two}Već postoji: na zalihama. Nije primljen.` })).toHaveCount(1);
  await expect(field).toBeFocused();
  await intake.getByRole('button', { name: `Poništi: ${four}` }).click();
  await expect(scanned.filter({ hasText: 'Poništen.' })).toHaveCount(1);
  await intake.getByRole('button', { name: 'Datoteka' }).click();
  await expect(scanned.first()).toBeHidden();
  await intake.getByRole('button', { name: 'Skener' }).click();
  await expect(scanned, 'what was refused stays with its reason').toHaveCount(4);
  await expect(field).toBeFocused();

  await page.getByRole('button', { name: 'Otpiši' }).click();
  const off = page.getByRole('dialog', { name: 'Otpis uređaja' });
  await off.getByLabel('Serijski brojevi').fill(`${one}\nVDK-31-000000`);
  await off.getByRole('button', { name: 'Otpiši 2 uređaja' }).click();
  await expect(off.getByText('VDK-31-000000 nije u evidenciji. Proverite broj.')).toBeVisible();
  await off.getByLabel('Serijski brojevi').fill(one);
  await off.getByRole('button', { name: 'Otpiši 1 uređaj' }).click();
  await expect(page.getByText('Otpisan je 1 uređaj.')).toBeVisible();

  const delivery = page.getByRole('region', { name: 'Isporuka kad nema uređaja' });
  await delivery.getByLabel('Isporučujemo od').fill('2020-01-01');
  await delivery.getByRole('button', { name: 'Sačuvaj dan' }).click();
  await expect(delivery.getByText(/^Upišite dan od danas do/)).toBeVisible();
  await delivery.getByLabel('Isporučujemo od').fill(daysLater(dayOf(new Date()), 14));
  await delivery.getByRole('button', { name: 'Sačuvaj dan' }).click();
  await expect(page.getByText('Dan isporuke je sačuvan.')).toBeVisible();
  await expectAccessible(page);
  const size = page.viewportSize()!;
  expect(await layoutProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize(size);
  await delivery.getByRole('button', { name: 'Ukloni dan' }).click();
  await expect(page.getByText('Dan isporuke je uklonjen.')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Serijski broj, narudžbina, pošiljka, ime' }).fill(one);
  const way = page.getByRole('region', { name: `Put uređaja ${one}` });
  await expect(way.getByRole('listitem')).toHaveCount(2);
  await expect(way).toContainText('Oštećen u transportu');
  await expectAccessible(page);
});

test('a scan whose answer was lost counts as received and can be taken back; a write-off that is refused after a lost answer says so', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of 409/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await fillShelf(request);
  const [one, two] = serials(2) as [string, string];
  await page.goto('/admin/stock');
  await page.getByRole('button', { name: 'Skeniraj prijem' }).click();
  const intake = page.getByRole('region', { name: 'Prijem', exact: true });
  const field = intake.getByLabel('Skenirajte serijski broj');
  await intake.getByLabel('Polica').fill('B4');
  await intake.getByLabel('Polica').press('Enter');
  await expect(field).toBeFocused();
  await loseAnswer(page, '**/api/admin/stock/scans');
  for (const serial of [one, two]) {
    await field.fill(serial);
    await field.press('Enter');
  }
  const scanned = intake.getByRole('list', { name: 'Skenirano' }).getByRole('listitem');
  await expect(scanned.filter({ hasText: /Primljen\./ })).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: two })).toContainText('polica B4');
  await field.fill(one);
  await field.press('Enter');
  await expect(scanned.filter({ hasText: 'Već skeniran u ovom prijemu' })).toHaveCount(1);
  await intake.getByRole('button', { name: `Poništi: ${one}` }).click();
  await expect(scanned.filter({ hasText: 'Poništen.' })).toHaveCount(1);

  const writeOff = async (typed: string) => {
    await page.getByRole('button', { name: 'Otpiši', exact: true }).click();
    const off = page.getByRole('dialog', { name: 'Otpis uređaja' });
    await off.getByLabel('Serijski brojevi').fill(typed);
    await off.getByRole('button', { name: /^Otpiši \d\suređaj/ }).click();
    return off;
  };
  await loseAnswer(page, '**/api/admin/stock/write-offs');
  await writeOff(two);
  await expect(page.getByText('Otpisan je 1 uređaj.')).toBeVisible();
  await field.fill(one);
  await field.press('Enter');
  await expect(scanned.filter({ hasText: /Primljen\./ })).toHaveCount(2);
  await loseAnswer(page, '**/api/admin/stock/write-offs');
  const off = await writeOff(`${one}\n${two}`);
  await expect(off.getByText(`${two} ne može da se otpiše`)).toBeVisible();
});

test('where hundreds wait the courier’s list is reached by keyboard, before fifty rows of each queue, and found in the search over everything @phone', async ({
  page,
  context,
  request,
}) => {
  const row = (number: number) => ({
    number,
    name: 'Đurđija Šćepanović-Živković',
    city: 'Sremska Mitrovica',
    devices: 1,
    since: '2026-11-20T08:00:00.000Z',
    isExchange: false,
  });
  const numbers = Array.from({ length: 120 }, (_, n) => 1_000_000 + n);
  const packed = numbers.map((n) => ({ ...row(n), parcel: randomUUID(), key: `${n}-1`, request: null }));
  // The queue of a large shop.
  const total = { count: 120, more: false };
  const queued = { toPack: numbers.map(row), packed, totals: { toPack: total, packed: total } };
  await page.route('**/api/admin/packing', (route) => route.fulfill({ json: queued }));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await fillShelf(request);
  await page.goto('/admin/stock');
  const [toPack, waiting] = ['Za pakovanje', 'Spakovano, čeka kurira'].map((name) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) }),
  );
  const pickUp = page.getByRole('button', { name: 'Spisak za preuzimanje' });
  await expect(pickUp).toBeVisible();
  for (let n = 0; n < 200 && !(await pickUp.evaluate((one) => one === document.activeElement)); n += 1)
    await page.keyboard.press('Tab');
  await expect(pickUp).toBeFocused();

  for (const queue of [toPack!, waiting!]) {
    await expect(queue.getByRole('listitem')).toHaveCount(50);
    await queue.getByRole('button', { name: 'Prikaži još' }).click();
    await expect(queue.getByRole('listitem')).toHaveCount(100);
    await queue.getByRole('button', { name: 'Prikaži još' }).click();
    await expect(queue.getByRole('listitem')).toHaveCount(120);
    await expect(queue.getByRole('button', { name: 'Prikaži još' })).toHaveCount(0);
  }

  for (const [from, heading] of [
    ['/admin', 'Danas'],
    ['/admin/stock', 'Zalihe'],
  ] as const) {
    await page.goto(from);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Pretraga svega' });
    await palette.getByRole('combobox').fill('preuzim');
    await expect(palette.getByRole('option').filter({ hasText: 'Spisak za preuzimanje' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(palette.getByText('Traži se…')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(pickUp, from).toBeFocused();
  }
  await expectAccessible(page);
  expect(await layoutProblems(page)).toEqual([]);
});
