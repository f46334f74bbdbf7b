import type { Page } from '@playwright/test';
import { meanwhile, merging } from '#domain/merging-copy.ts';
import { changedDeliveryCopy as deliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { asker } from './longest-orders.ts';
import { orderedByTransfer } from './statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillSignIn,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

/** Esc leaves a field that has the focus first, and then the order. */
const leaveByEsc = (admin: Page) =>
  expect(async () => {
    await admin.keyboard.press('Escape');
    await expect(admin).toHaveURL(/\/admin\/sales$/, { timeout: 500 });
  }).toPass();

test('staff see an order turn paid while they look at it, write a note, send its mail again and go to its neighbour', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Đorđe', 'Šćepanović');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await expect(payment.getByRole('button', { name: /^Plati 219/ })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/sales?q=${who.username}`);
  const row = admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' });
  await expect(row).toContainText('Čeka uplatu · kartica');
  await expect(row).toContainText('Nova');
  await row.getByRole('link').first().click();
  await expect(admin.getByRole('heading', { name: /^Narudžbina \d+$/ })).toBeVisible();
  const paying = admin.getByRole('region', { name: 'Plaćanje', exact: true });
  await expect(paying.locator('[aria-current=step]')).toContainText('Čeka uplatu');
  await expect(admin.getByRole('heading', { name: 'Adresa isporuke' })).toBeVisible();
  await expect(admin.getByText('25.660,00 RSD')).toBeVisible();

  // What comes to be done meanwhile does not take the focus from what is typed.
  const note = admin.getByPlaceholder('Interna beleška');
  await note.fill('Kupac je zvao:');
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(paying.locator('[aria-current=step]'), 'without a reload').toContainText('Plaćeno');
  await expect(admin.getByText('Plaćeno: 219,00 €.')).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Sledeći korak' }).getByLabel('Serijski broj 1 od 1')).toBeVisible();
  await expect(note).toBeFocused();
  await admin.keyboard.press('Escape');
  await expect(note).not.toBeFocused();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Ostani' }).click();
  await note.fill('Kupac je zvao: dolazi lično u petak.');
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('Beleška je sačuvana.')).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: 'dolazi lično u petak' })).toBeVisible();
  await admin.getByRole('button', { name: 'Pošalji ponovo poruku „Potvrda kupovine“' }).click();
  await expect(admin.getByText('Poruka je ponovo poslata.')).toBeVisible();
  await expect(admin.getByText(/(Poslata poruka|Poruka) „Potvrda kupovine“/)).toHaveCount(2);
  await admin.getByRole('button', { name: /^Beleške/ }).click();
  await expect(admin.getByText('Plaćeno: 219,00 €.')).toHaveCount(0);
  await expectAccessible(admin);

  const [, number] = /orders\/(\d+)/.exec(admin.url())!;
  // Esc leads back to where the list stood, also after a neighbour was looked at.
  await admin.goto('/admin/sales');
  const opens = admin.getByRole('row').getByRole('link', { name: number!, exact: true });
  await expect(opens).toBeVisible();
  await admin.evaluate(() => window.scrollTo(0, 240));
  const stood = await admin.evaluate(() => window.scrollY);
  await opens.evaluate((link: HTMLElement) => link.click());
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(`Narudžbina ${number}`);
  await expect(admin.getByText(/^\d+ od \d+$/)).toBeVisible();
  const neighbour = admin.getByRole('link', { name: /^Sledeća narudžbina/ });
  if ((await neighbour.count()) > 0) {
    await neighbour.click();
    await expect(admin.getByRole('heading', { level: 1 })).not.toHaveText(`Narudžbina ${number}`);
  }
  await leaveByEsc(admin);
  await expect.poll(() => admin.evaluate(() => window.scrollY)).toBe(stood);

  await admin.goto(`/admin/orders/${number}`);
  // The field of the strip takes the focus when it comes, and letters with it.
  await expect(admin.getByRole('region', { name: 'Sledeći korak' })).toBeVisible();
  await admin.getByRole('heading', { level: 1 }).click();
  const next = admin.getByRole('link', { name: /^Sledeća narudžbina/ });
  if ((await next.count()) > 0) {
    await admin.keyboard.press('j');
    await expect(admin).not.toHaveURL(new RegExp(`/${number}$`));
  }
  await leaveByEsc(admin);
  quiet.allow(/status of 404/);
  await admin.goto('/admin/orders/999999');
  await expect(admin.getByRole('heading', { name: 'Narudžbina 999999 ne postoji.' })).toBeVisible();
  await admin.context().close();
});

test('of an address that two change at once the second sees both house numbers, chooses one, and keeps what only the colleague changed', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Đorđe', 'Šćepanović');
  const { access_token } = await member(request, who);
  const { number } = await orderedByTransfer(request, who, access_token);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const colleague = asker(request, session.access_token);
  const read = () => colleague<{ version: number; delivery: Record<string, string> }>('get', `/admin/orders/${number}`);

  await useSession(context, session);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Izmeni adresu isporuke' }).click();
  const form = page.getByRole('dialog', { name: deliveryCopy.title(number) });
  const house = form.getByLabel(deliveryCopy.addressNumber, { exact: true });
  await house.fill('7');
  const to = {
    name: 'Šefika Ćosić',
    phone: '+381635550143',
    address: 'Cara Dušana',
    addressNumber: '3',
    city: 'Čačak',
    postalCode: '32000',
  };
  const { version } = await read();
  await colleague('post', `/admin/orders/${number}/delivery`, { version, to });

  const save = form.getByRole('button', { name: deliveryCopy.save });
  await expect(form.getByRole('alert')).toContainText(meanwhile.changed);
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole('button', { name: meanwhile.seen }).click();
  const merge = page.getByRole('dialog', { name: deliveryCopy.merge });
  await expect(merge.getByText(`${merging.you}, sačuvano u`).first()).toBeVisible();
  const houses = merge.getByRole('group', { name: deliveryCopy.addressNumber, exact: true });
  const [mine, theirs] = ['7', '3'].map((name) => houses.getByRole('radio', { name, exact: true }));
  await expect(mine!).not.toBeChecked();
  await expect(theirs!).not.toBeChecked();
  const take = merge.getByRole('button', { name: merging.save });
  await expect(take, 'nothing is overwritten unseen').toBeDisabled();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('merge.png') });

  // Changed once more while somebody chooses.
  const { version: again } = await read();
  await colleague('post', `/admin/orders/${number}/delivery`, { version: again, to: { ...to, addressNumber: '5' } });
  await expect(merge.getByRole('alert')).toContainText(deliveryCopy.addressNumber);
  await mine!.check();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('merge-phone.png') });
  await expectAccessible(page);
  await take.click();
  await expect(page.getByText(deliveryCopy.saved)).toBeVisible();
  expect((await read()).delivery).toMatchObject({
    recipientName: to.name,
    address: to.address,
    addressNumber: '7',
  });
});

test('a link to the note of an order leads there also through the sign-in', async ({ page, request }) => {
  const who = somebody('Đorđe', 'Šćepanović');
  const { access_token } = await member(request, who);
  const { number } = await orderedByTransfer(request, who, access_token);
  await page.goto(`/admin/orders/${number}#order-note`);
  await fillSignIn(page, ADMIN_EMAIL, ADMIN_PASSWORD);
  await expect(page).toHaveURL(`/admin/orders/${number}#order-note`);
  await expect(page.getByPlaceholder('Interna beleška')).toBeFocused();
});

test('an order is not said to be the first or the last one of a list that was not read', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const who = somebody('Đorđe', 'Šćepanović');
  const { access_token } = await member(request, who);
  const { number } = await orderedByTransfer(request, who, access_token);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.route('**/api/admin/orders/*/neighbours*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/admin/orders/${number}?q=${who.username}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Narudžbina ${number}`);
  const beside = page.getByRole('navigation', { name: 'Susedne narudžbine' });
  await expect(beside).toHaveText('');
  await page.unroute('**/api/admin/orders/*/neighbours*');
  await page.reload();
  await expect(beside).toHaveText('prvaposlednja');
});
