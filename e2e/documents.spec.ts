import { database } from './adverts-on-tv.ts';
import { expectEscAsks } from './asks-first.ts';
import { buyDelivered } from './delivered.ts';
import { layoutProblems } from './layout.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** As if it had been sold before there were papers. */
async function withoutPapers(order: string): Promise<void> {
  const db = await database();
  await db.query('alter table documents disable trigger keep_document');
  await db.query('delete from documents where order_id = (select id from orders where number = $1)', [order]);
  await db.query('alter table documents enable trigger keep_document');
  await db.end();
}

test('the račun of a device is issued again to the right firm, and of what was sold before there were any, once @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Đurđica', 'Šćepanović');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { order } = await buyDelivered(page, admin, who);

  const papers = admin.locator('section').filter({ has: admin.getByRole('heading', { level: 2, name: /^Dokumenti/ }) });
  await expect(papers.getByRole('row').filter({ hasText: /^Račun/ })).toHaveCount(1);
  await expect(papers.getByRole('button', { name: 'Izdaj račun' })).toHaveCount(0);
  await papers.getByRole('button', { name: /^Izdaj ponovo… ?: Račun R-/ }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByText('219,00 €', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Mesto', { exact: true })).not.toHaveValue('');
  await dialog.getByLabel('Naziv firme').fill('Studio Lim d.o.o.');
  await expectEscAsks(admin);
  await dialog.getByLabel('PIB').fill('100002887');
  await dialog.getByLabel('Matični broj').fill('17162543');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Izdaj ponovo' }).click();
  await expect(admin.getByText(/Izdato: knjižno odobrenje K-\d{4}-\d{6} i račun R-\d{4}-\d{6}\./)).toBeVisible();
  await expect(papers.getByRole('row').filter({ hasText: /^Račun/ })).toHaveCount(2);
  await expect(papers.getByRole('row').filter({ hasText: /^Knjižno odobrenje/ })).toHaveCount(1);
  await expect(papers.getByRole('button', { name: /^Izdaj ponovo/ }), 'of the newest one').toHaveCount(1);
  await papers.getByRole('button', { name: /^Pošalji ?: Knjižno odobrenje K-/ }).click();
  await expect(admin.getByText(/Poslato kupcu: Knjižno odobrenje K-\d{4}-\d{6}\./)).toBeVisible();
  expect(await layoutProblems(admin)).toEqual([]);

  await withoutPapers(order);
  await admin.reload();
  await papers.getByRole('button', { name: 'Izdaj račun' }).click();
  await expect(
    dialog.getByText('Ovo je prodato pre nego što je prodavnica izdavala račune.', { exact: false }),
  ).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Izdaj račun' }).dblclick();
  await expect(admin.getByText(/Izdat je račun R-\d{4}-\d{6}\./)).toBeVisible();
  await expect(papers.getByRole('row').filter({ hasText: /^Račun/ })).toHaveCount(1);
  await expect(papers.getByRole('button', { name: 'Izdaj račun' })).toHaveCount(0);
});
