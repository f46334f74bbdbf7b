import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillShelf } from './shelf.ts';
import { expect, purchasePath, type Somebody, startPayment } from './story.ts';

/** A device that this person paid by card and that staff packed, handed over and marked as delivered. */
export async function buyDelivered(page: Page, admin: Page, who: Somebody): Promise<{ serial: string; order: string }> {
  const bought = await buySent(page, admin, who);
  await markDelivered(admin);
  return bought;
}

/** The same, as far as the hand-over. */
export async function buySent(page: Page, admin: Page, who: Somebody): Promise<{ serial: string; order: string }> {
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { level: 1 })).toBeVisible();
  return send(admin, who);
}

/** The paid device of this person is taken into stock, packed and handed over. */
export async function send(admin: Page, who: Somebody): Promise<{ serial: string; order: string }> {
  await fillShelf(admin.request);
  const serial = `VDK-33-${randomInt(100_000, 999_000)}`;
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: 'Skeniraj prijem' }).click();
  await admin.getByLabel('Skenirajte serijski broj').fill(serial);
  await admin.getByLabel('Skenirajte serijski broj').press('Enter');
  await expect(admin.getByRole('list', { name: 'Skenirano' })).toContainText('Primljen.');
  await admin.goto(`/admin/sales?q=${encodeURIComponent(who.email)}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1, name: /^Narudžbina \d+$/ })).toBeVisible();
  const order = /orders\/(\d+)/.exec(admin.url())![1]!;
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await strip.getByLabel('Serijski broj 1 od 1').fill(serial);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await admin.keyboard.press('Enter');
  await handOver(admin, order, 1);
  return { serial, order };
}

/** What was packed gets its receipt and is handed over box by box. */
export async function handOver(admin: Page, order: string, boxes: number): Promise<void> {
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await strip.getByLabel('Broj računa').fill(`AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`);
  await admin.keyboard.press('Enter');
  for (let box = 1; box <= boxes; box += 1) {
    await strip.getByLabel(`Nalepnica ${box} od ${boxes}`).fill(`${order}-1-${box}`);
    await admin.keyboard.press('Enter');
  }
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' })).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(strip.getByRole('button', { name: 'Isporučeno' })).toBeVisible();
}

/** The parcel on the page of an order that the staff have open arrived. */
export async function markDelivered(admin: Page): Promise<void> {
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await strip.getByRole('button', { name: 'Isporučeno' }).press('Enter');
  await expect(strip).toContainText('Nema šta da se uradi.');
}
