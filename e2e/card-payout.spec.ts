import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { anotherAt, testAlone } from './own-server.ts';
import { sandbox } from './sandbox.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

// A payout is all that is in the balance, and a line that names none is the nearest one: those of other journeys would be taken for it.
testAlone(
  'what was paid by card comes with the provider’s payout: the statement says which, what was kept of it, and that one is wrong',
  { tag: '@phone' },
  async ({ page, context, browser, request, quiet, baseURL, dataDir }) => {
    const buyer = await anotherAt(browser, baseURL);
    buyer.on('page', (opened) => quiet.watch(opened));
    await useSession(buyer, await member(request, somebody('Vidosava', 'Šarčević')));
    const shop = await buyer.newPage();
    await shop.goto(purchasePath('Vidik – 1 uređaj', 219));
    const payment = await startPayment(shop);
    await payment.getByLabel('Broj kartice').fill('4242 4242 4242 4242');
    await payment.getByRole('button', { name: /^Plati 219/ }).click();
    await expect(payment.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
    await buyer.close();

    const { payout } = await sandbox<{ payout: { id: string; amount: number } }>('pay-out', {}, dataDir);
    await sandbox('end-payout', { payout: payout.id, outcome: 'paid' }, dataDir);
    const entry = {
      currency: 'EUR' as const,
      payer: 'STRIPE PAYMENTS EUROPE LTD',
      booked: daysLater(dayOf(new Date()), 2),
    };
    const statement = camtFile(
      [
        { ...entry, amount: (payout.amount / 100).toFixed(2), purpose: `ISPLATA ${payout.id}` },
        { ...entry, amount: ((payout.amount - 100) / 100).toFixed(2), purpose: 'NEPOZNATA' },
      ],
      { account: COMPANY },
    );
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto('/admin/bank');
    await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'izvod.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(statement),
    });
    await expect(dialog).toBeHidden();
    const right = page.getByRole('row').filter({ hasText: `ISPLATA ${payout.id}` });
    const wrong = page.getByRole('row').filter({ hasText: 'NEPOZNATA' });
    await expect(right).toContainText('Isplata kartica');
    await expect(wrong).toContainText('Isplata kartica');
    const panel = page.getByRole('complementary', { name: 'Šta radimo' });
    await wrong.getByRole('button').first().click();
    await expect(panel.getByText('Platna kuća ne javlja nijednu isplatu tih dana.')).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Upiši/ })).toHaveCount(0);
    await right.getByRole('button').first().click();
    await expect(panel.getByText('Iznos je isti u paru.')).toBeVisible();
    await expect(panel.getByText('Naknada platne kuće')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('card-payout.png'), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await panel.getByRole('button', { name: /^Upiši/ }).click();
    await expect(page.getByText(/^Upisano /)).toBeVisible();
    await expect(right).toBeHidden();
    await page.getByRole('button', { name: 'Sve', exact: true }).click();
    await expect(right).toContainText('Sprovodi se u');
  },
);
