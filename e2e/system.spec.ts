import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const PARTS = [
  'Verzija',
  'Serveri i radni procesi',
  'Baza',
  'Poslovi',
  'Poruke',
  'Plaćanja',
  'Datoteke',
  'Rezervne kopije',
  'Probni servisi',
];

test('the super-admin sees nine parts, makes the backup that is missing, and what is old says so until it is new again', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/503|ERR_FAILED|Failed to load/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin');
  await page.getByRole('link', { name: /Sistem/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sistem' })).toBeVisible();
  const parts = page.getByRole('list').filter({ hasText: 'Probni servisi' }).getByRole('listitem');
  await expect(parts).toHaveCount(PARTS.length);
  for (const [index, name] of PARTS.entries()) await expect(parts.nth(index)).toContainText(name);
  await expect(parts.nth(1)).toContainText('Svi se javljaju');
  await expect(parts.nth(8)).toContainText('Kartice');
  await expect(page.getByRole('region', { name: 'Procesi' })).toContainText('server i radni proces');
  await expect(page.getByRole('region', { name: 'Poslovi po vrsti' })).toContainText('Dokumenti (PDF)');

  // Another try of this journey finds the backup of the one before.
  const backups = parts.nth(7);
  const missing = page.getByText('Prvo ovo: Nijedna rezervna kopija nije napravljena');
  if (await missing.isVisible()) {
    await expect(backups).toContainText('prvo ovo, gore');
    await page.getByRole('button', { name: 'Napravi kopiju' }).click();
    await expect(page.getByText('Kopija je u redu za pravljenje.')).toBeVisible();
  }
  await expect(backups).toContainText('Poslednja danas u', { timeout: 120_000 });
  await expect(missing).toHaveCount(0);
  await expectAccessible(page);

  await parts.nth(4).getByRole('button', { name: 'Pošalji probnu' }).click();
  await expect(
    page.getByText('Server za poštu nije podešen, pa je probna poruka sačuvana u fascikli outbox.'),
  ).toBeVisible();

  await page.route('**/api/admin/system', (route) => route.abort());
  await expect(page.getByText(/Brojevi nisu osveženi od \d\d:\d\d\./)).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/api/admin/system');
  await page.route('**/api/admin/system', (route) =>
    route.fulfill({ status: 503, json: { defined: true, code: 'SERVICE_UNAVAILABLE', status: 503, message: '' } }),
  );
  const away = page.getByRole('alert').filter({ hasText: 'baza ne odgovara' });
  await expect(away).toContainText('Ispod je poslednje poznato', { timeout: 60_000 });
  await expect(away.getByRole('button', { name: 'Kopiraj naredbu' })).toBeVisible();
  await expect(parts).toHaveCount(PARTS.length);
  await page.unroute('**/api/admin/system');
  await expect(away).toHaveCount(0, { timeout: 60_000 });

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(parts.first()).toBeVisible();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
});

test('whoever is not the super-admin has no card of the system and is told whose it is', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/403/);
  await useSession(context, await member(request, somebody('Ognjen', 'Perić')));
  await page.goto('/admin/system');
  await expect(page.getByRole('heading', { level: 1, name: 'Sistem' })).toHaveCount(0);
});
