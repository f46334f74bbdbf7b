import { randomUUID } from 'node:crypto';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { database } from './adverts-on-tv.ts';
import { buySent } from './delivered.ts';
import { loadStatement } from './statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('a parcel is lost: its buyer is asked, chooses another one, and only then it is packed again @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Ljubica', 'Šćekić');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { order } = await buySent(page, admin, who);
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(admin.getByText('Uređaji se upisuju tek kada paket stigne kupcu.', { exact: false })).toBeVisible();
  await strip.getByRole('button', { name: 'Izgubljeno' }).click();
  await expect(admin.getByRole('heading', { name: 'Izgubljen ili oštećen paket' })).toBeVisible();
  await expect(admin.getByText('Kupac želi: još nije izabrao')).toBeVisible();
  await expectAccessible(admin);
  expect(await mailTo(who.email, 'fulfilment.lost')).toContain(`/account/orders/${order}`);

  await page.goto(`/account/orders/${order}`);
  await expect(page.getByRole('heading', { name: 'Paket je izgubljen. Šta želite?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošaljite mi drugi' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pošaljite mi drugi' }).click();
  await expect(page.getByText('Izabrali ste drugi paket.', { exact: false })).toBeVisible();

  await expect(admin.getByText('Kupac želi: drugi paket')).toBeVisible();
  await expect(strip.getByLabel('Serijski broj 1 od 1')).toBeVisible();
  await admin.goto('/admin');
  const deadlines = admin.getByRole('region', { name: 'Rokovi do sutra uveče' });
  const due = deadlines.getByRole('listitem').filter({ hasText: `Narudžbina ${order}` });
  await expect(due).toContainText('kupac želi drugi paket');
});

test('a courier pays for two lost parcels with one transfer: it is divided among them to the para', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  test.slow();
  const [first, second] = [somebody('Stanojla', 'Đurđević'), somebody('Živadin', 'Čolić')];
  await useSession(context, await member(request, first));
  const other = await another(browser, quiet, page, await member(request, second));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const lost: string[] = [];
  for (const [at, who] of [
    [page, first],
    [other, second],
  ] as const) {
    const { order } = await buySent(at, admin, who);
    // As if a courier, and not our own people, had carried it.
    const db = await database();
    await db.query(
      `update shipments set courier = 'd-express' where order_id = (select id from orders where number = $1)`,
      [order],
    );
    await db.end();
    await admin.getByRole('region', { name: 'Sledeći korak' }).getByRole('button', { name: 'Izgubljeno' }).click();
    await expect(admin.getByRole('heading', { name: 'Izgubljen ili oštećen paket' })).toBeVisible();
    lost.push(`${order}-1`);
  }
  const purpose = `Naknada štete ${lost.join(' ')}`;
  const entry = { amount: '40000.00', currency: 'RSD' as const, payer: 'Osiguranje a.d.o.', purpose };
  await loadStatement(admin, camtFile([{ ...entry, bankReference: randomUUID() }], { account: COMPANY }));
  const row = admin.getByRole('row').filter({ hasText: purpose });
  await row.getByRole('button').first().click();
  const panel = admin.getByRole('complementary', { name: 'Šta radimo' });
  await panel.getByRole('radio', { name: /^Naknada kurira za pošiljku/ }).check();
  await expect(panel.getByRole('checkbox', { name: new RegExp(`^${lost[0]},`) })).toBeChecked();
  await panel.getByRole('checkbox', { name: new RegExp(`^${lost[1]},`) }).check();
  await panel.getByLabel(`Od uplate za ${lost[0]}, RSD`).fill('15.000,00');
  await panel.getByLabel(`Od uplate za ${lost[1]}, RSD`).fill('24.000,00');
  await expect(panel.getByText(/^Ostalo je da se raspodeli 1\.000,00/)).toBeVisible();
  await panel.getByLabel(`Od uplate za ${lost[1]}, RSD`).fill('25.000,00');
  await expect(panel.getByText('Zbir je isti kao uplata.')).toBeVisible();
  await expectAccessible(admin);
  await panel.getByRole('button', { name: 'Upiši naknadu' }).click();
  await expect(admin.getByText(/^Naknada za pošiljke .* je raspodeljena i upisana\./)).toBeVisible();
  await expect(row).toBeHidden();
  for (const key of lost) {
    await admin.goto(`/admin/orders/${key.split('-')[0]}`);
    await expect(admin.getByRole('heading', { name: 'Izgubljen ili oštećen paket' })).toBeVisible();
    await expect(admin.getByText('Kurir je nadoknadio', { exact: true })).toBeVisible();
  }
});
