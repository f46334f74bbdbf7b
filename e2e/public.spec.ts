import type { Page } from '@playwright/test';
import { expect, test } from './story.ts';

/** The public site: the landing page, its films, the templates, and the site without scripts or network. */

// Films play for those who have not asked for less motion; the other journeys have.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const heroFilm = (page: Page) => page.locator('section').first().locator('video');
const isPlaying = (page: Page) =>
  heroFilm(page).evaluate((film: HTMLVideoElement) => !film.paused && film.currentTime > 0.2 && film.videoWidth > 0);
const chosenTab = (page: Page) => page.getByRole('tab', { selected: true });
/** A busy machine without a graphics card decodes the first frames for long. */
const expectPlaying = (page: Page) => expect.poll(() => isPlaying(page), { timeout: 60_000 }).toBe(true);

test(
  'an anchor of the menu leads to the home page and is marked while its section is read',
  { tag: '@phone' },
  async ({ page }, info) => {
    await page.goto('/usb-packages');
    const menu = page.getByRole('navigation', { name: 'Glavni meni' });
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Otvori meni' }).click();
    await menu.getByRole('link', { name: 'Kako funkcioniše' }).click();
    await expect(page).toHaveURL('/#how-it-works');
    await expect
      .poll(() => page.locator('#how-it-works').evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBeLessThanOrEqual(100);
    const current = page.locator('header a[aria-current="location"]');
    await expect(current).toHaveText('Kako funkcioniše');
    await page.locator('#about').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
    await expect(current).toHaveText('Šta je Vidik');
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(current).toHaveCount(0);
  },
);

test('the three steps open by keyboard and by link, and OK on the drawn remote shows the code', async ({ page }) => {
  await page.goto('/#preuzmite-novac');
  await expect(chosenTab(page)).toHaveText(/Preuzmite novac/);
  await expect(page.getByRole('tab', { name: 'Preuzmite novac' })).toBeInViewport();
  await chosenTab(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(chosenTab(page)).toHaveText(/Uključite/);
  await expect(page).toHaveURL('/#ukljucite-i-gledajte');
  await page.keyboard.press('End');
  await expect(chosenTab(page)).toBeFocused();
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  await expect(page.getByRole('tabpanel')).toContainText('Preuzmite obračunatu nagradu');

  await page.getByRole('button', { name: 'Pritisnite OK na daljinskom' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'sajt pekare na telefonu' })).toBeVisible();
});

test('„Otvorite nalog“ and „Registrujte se“ open the registration, „Pridružite se“ the way in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Pridružite se' })).toHaveAttribute('href', '/auth');
  await page.goto('/#prijavite-se');
  for (const name of ['Otvorite nalog', 'Registrujte se']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Registracija');
    await page.goBack();
  }
});

test('the film of the hero plays by itself and stops with its button', async ({ page }) => {
  await page.goto('/');
  await expectPlaying(page);
  await page.getByRole('button', { name: 'Pauziraj' }).first().click();
  expect(await heroFilm(page).evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
  await expect(page.getByRole('button', { name: 'Pusti' }).first()).toBeVisible();
});

test('with reduced motion or data saving, films start with their button only', async ({ page }) => {
  const nothingStarts = async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    await expect(page.locator('video')).toHaveCount(0);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await nothingStarts();
  await page.getByRole('button', { name: 'Pusti' }).first().click();
  await expectPlaying(page);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await nothingStarts();
});

test('films that are missing or cut off leave their pictures', async ({ page, quiet }) => {
  quiet.allow(/404/);
  await page.route('**/storage/videos/*.webm', (route) => route.fulfill({ status: 404 }));
  await page.route('**/storage/videos/*.mp4', (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: Buffer.from('0000001866747970', 'hex') }),
  );
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByAltText(/Televizor sa Vidikovom probnom slikom/)).toBeVisible();
  await page.getByText('Pusti video').click();
  await expect(page.getByText('Video trenutno nije dostupan.')).toBeVisible();
});

test('the promo plays on request, silent until its sound is asked for, and obeys the keyboard', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('img', { name: 'Kutija na pragu' })).toBeAttached();
  await page.getByRole('button', { name: 'Pusti video' }).last().press('Enter');
  const film = page.getByLabel(/^Promotivni film/);
  const read = () =>
    film.evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      paused: video.paused,
      seconds: Math.round(video.duration),
      cues: video.textTracks[0]?.cues?.length,
    }));
  await expect.poll(read).toEqual({ muted: true, paused: false, seconds: 36, cues: 8 });
  await expect(film).toBeFocused();
  await page.keyboard.press('Space');
  await expect.poll(read).toMatchObject({ paused: true });
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Uključi zvuk' }).press('Enter');
  await expect.poll(read).toMatchObject({ muted: false, paused: false });
  await page.getByRole('button', { name: 'Isključi zvuk' }).press('Enter');
  await expect.poll(read).toMatchObject({ muted: true });
});

test('the coast of the event fills the width of the window', async ({ page }) => {
  const coast = page.getByRole('img', { name: /Hotel/ });
  for (const width of [390, 600, 768, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/event/karte');
    await expect.poll(() => coast.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
    const seen = await coast.evaluate((picture: HTMLImageElement) => {
      const { x, width, height } = picture.getBoundingClientRect();
      return {
        x,
        width,
        ratio: width / height,
        drawing: picture.currentSrc,
        window: document.documentElement.clientWidth,
      };
    });
    expect(seen, `${width}`).toMatchObject({
      x: 0,
      width: seen.window,
      drawing: expect.stringContaining('coast-phone'),
    });
    // Nothing of the drawing is cut away: its sides are those of the file.
    expect(seen.ratio).toBeCloseTo(390 / 300, 2);
  }
});

test('the templates are downloaded by themselves, and again with the button', async ({ page }) => {
  const first = page.waitForEvent('download');
  await page.goto('/ads-templates');
  expect((await first).suggestedFilename()).toBe('ads_template.zip');
  await expect(page.getByText('Preuzimanje je završeno.')).toBeVisible();
  const second = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Preuzmi ponovo' }).click();
  expect(await (await second).failure()).toBeNull();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('every public text and link can be read and followed', async ({ page }) => {
    await page.goto('/');
    for (const text of ['Uključite ga u televizor', 'Preuzmite obračunatu nagradu', 'Otvorite nalog.'])
      await expect(page.getByText(text).first()).toBeVisible();
    for (const name of ['Kupovina USB uređaja', 'Reklamni paketi', 'Događaj'])
      await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pusti video' })).toHaveAttribute('href', /promo\.mp4$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Uslovi za članove' }).click();
    await expect(page.getByRole('heading', { name: 'Član 8. Pravo na odustanak' })).toBeVisible();
    await page.goto('/ads-templates');
    await expect(page.getByRole('link', { name: 'Preuzmi ponovo' })).toHaveAttribute('href', /ads_template\.zip/);
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('a second visit plays the hero with the network off, and nothing of an account is kept', async ({
    page,
    context,
    quiet,
  }) => {
    quiet.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/);
    await page.goto('/');
    await expectPlaying(page);
    const kept = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(kept, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/videos\/hero.*\.(webm|mp4)$/));
    await expect.poll(kept).toContain('/');

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Vaše');
    // On a phone the banner pushes the film below the window, where it waits.
    const switchOf = page
      .locator('section')
      .first()
      .getByRole('button', { name: /^(Pusti|Pauziraj)/ });
    await switchOf.evaluate((button) => button.parentElement!.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expectPlaying(page);

    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Nema veze sa internetom' })).toBeVisible();
    await context.setOffline(false);
    await page.goto('/auth');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await kept()).filter((path) => !/^\/(assets\/.*|storage\/videos\/.*)?$/.test(path))).toEqual([]);
  });
});
