import { buySent } from './delivered.ts';
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
