import { randomInt } from 'node:crypto';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
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
