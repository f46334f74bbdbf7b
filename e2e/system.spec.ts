import type { Page } from '@playwright/test';
import { database } from './adverts-on-tv.ts';
import { makeBusy, removeBusyRows, settle } from './busy-system.ts';
import { layoutProblems } from './layout.ts';
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

const partsOf = (page: Page) => page.getByRole('list').filter({ hasText: 'Probni servisi' }).getByRole('listitem');

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
  const parts = partsOf(page);
  await expect(parts).toHaveCount(PARTS.length);
  for (const [index, name] of PARTS.entries()) await expect(parts.nth(index)).toContainText(name);
  await expect(parts.nth(1)).toContainText('Svi se javljaju');
  await expect(parts.nth(8)).toContainText('Servis za kartice');
  await expect(parts.nth(8)).toContainText('fiskalni računi i fakture u SEF-u: ručno');
  await expect(page.getByRole('region', { name: 'Procesi' })).toContainText('server i radni proces');
  await expect(page.getByRole('region', { name: 'Poslovi po vrsti' })).toContainText('Dokumenti (PDF)');

  // Another try of this journey finds the backup of the one before.
  const backups = parts.nth(7);
  const missing = page.getByText('Prvo ovo: Nijedna rezervna kopija nije napravljena');
  if (await missing.isVisible()) {
    await expect(backups).toContainText('prvo ovo, gore');
    await page.getByRole('button', { name: 'Napravi kopiju' }).click();
    await expect(page.getByText('Pravljenje kopije je stavljeno u red poslova.')).toBeVisible();
  }
  await expect(backups).toContainText('Poslednja danas u', { timeout: 120_000 });
  await expect(missing).toHaveCount(0);
  await expectAccessible(page);

  await parts.nth(4).getByRole('button', { name: 'Pošalji probnu' }).click();
  await expect(
    page.getByText('Server za poštu nije podešen, pa je probna poruka sačuvana u fascikli outbox.'),
  ).toBeVisible();

  for (const [index, link, title, words] of [
    [0, 'Šta je novo', 'Šta je novo', /Verzija \d+\.\d+\.\d+\./],
    [6, 'Prikaži mesto', 'Mesto za datoteke', 'Slobodno na disku'],
    [7, 'Prikaži kopije', 'Rezervne kopije', 'vidik-'],
    [8, 'Prikaži podešavanje', 'Podešavanja probnih servisa', 'STRIPE_SECRET_KEY'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await parts.nth(index).getByRole('button', { name: link }).click();
    const opened = page.getByRole('dialog', { name: title });
    await expect(opened).toContainText(words);
    if (index === 8) await expect(opened).toContainText('Fakture u SEF-u');
    await expectAccessible(page);
    expect(await layoutProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(parts.nth(index).getByRole('button', { name: link })).toBeFocused();
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.route('**/api/admin/system', (route) => route.abort());
  await expect(page.getByText(/Brojevi nisu osveženi od \d\d:\d\d\./)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/pokušavamo ponovo za [1-5] sekund[uei]\./)).toBeVisible();
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

test('on a bad day every row and table of the page is there, with the longest words, and nothing leaves the window or lies on another', async ({
  page,
  context,
  request,
}) => {
  test.skip(test.info().project.use.isMobile === true, 'it sets both widths itself');
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const db = await database();
  const lock = await database();
  try {
    await makeBusy(db, request);
    await page.goto('/admin/system');
    const parts = partsOf(page);
    await expect(page.getByText(/^Prvo ovo: \d+ plaćanj/)).toBeVisible();
    for (const [index, words] of [
      [0, 'Nije ista'],
      [1, 'Ne javlja se 1 od 4'],
      [2, 'Spora'],
      [3, /Pokreni \d+ ponovo/],
      [4, 'server za poštu: 550 5.7.1'],
      [5, 'prvo ovo, gore'],
    ] as const)
      await expect(parts.nth(index)).toContainText(words);
    await expect(page.getByRole('region', { name: 'Procesi' }).getByRole('row')).toHaveCount(5);
    await expect(page.getByRole('region', { name: 'Spori upiti' }).getByRole('row')).not.toHaveCount(0);
    await expectWellLaid(page);

    await settle(db);
    await expect(page.getByText(/^Prvo ovo: (Nijedna rezervna kopija|radni-proces-sa)/)).toBeVisible();
    await expectWellLaid(page);

    // A part that does not answer within its five seconds.
    await lock.query('begin; lock table backups in access exclusive mode');
    await expect(parts.nth(7)).toContainText('Rezervne kopije: ne znamo', { timeout: 60_000 });
    await expectWellLaid(page);
  } finally {
    await lock.end();
    await removeBusyRows(db);
    await db.end();
  }
  await expect(partsOf(page).nth(7)).not.toContainText('ne znamo', { timeout: 60_000 });
});

async function expectWellLaid(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
  expect(await layoutProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
}

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
