import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { database } from './adverts-on-tv.ts';
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

/** A film of so many seconds, as an editing program may send it. */
function film(seconds: number, rate = 25): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-spot-'));
  const file = path.join(folder, 'spot.mov');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${rate}:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`, '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  ]);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

test('a company’s spot is refused once, mended, seen as it will be on a TV, sent and approved', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(360_000);
  quiet.allow(/status of 422/);
  const company = somebody('Jelena', 'Stanković');
  await useSession(context, await member(request, company));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const db = await database();
  await db.query(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor)
     select id, 'tv_second', 600, 'correction', 'e2e films', 'system' from profiles where email = $1`,
    [company.email],
  );
  await db.end();
  await page.goto('/account#reklame');
  await expect(page.getByText('slobodno 600')).toBeVisible();

  await page.getByRole('button', { name: 'Napravite prvu kampanju' }).click();
  await page.getByLabel('Naziv kampanje').fill('Slavski kolač');
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/slava');
  await page.getByText('TV spot', { exact: true }).click();
  await expect(page.getByText('MP4, MOV ili WebM do 200 MB')).toBeVisible();
  const chooser = page.getByLabel('Izaberi datoteku');
  await chooser.setInputFiles({ name: 'lista.mp4', mimeType: 'video/mp4', buffer: Buffer.from('#EXTM3U\n') });
  await expect(page.getByText('Ovu vrstu datoteke ne primamo. Pošaljite MP4, MOV ili WebM.')).toBeVisible();
  await chooser.setInputFiles({ name: 'duga.mov', mimeType: 'video/quicktime', buffer: film(42, 5) });
  await expect(page.getByText('Video je duži od 30 sekundi: traje 42 s.')).toBeVisible({ timeout: 60_000 });
  await chooser.setInputFiles({ name: 'slava.mov', mimeType: 'video/quicktime', buffer: film(6) });
  await expect(page.getByText('Sačekajte proveru spota.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Video je duži od 30 sekundi: traje 42 s.'), 'left and come back').toBeVisible();
  await expect(page.getByText(/^6 s · 1280 × 720 px · .* MB · spremno za pregled$/)).toBeVisible({ timeout: 90_000 });
  const preview = page.getByRole('complementary').locator('video');
  await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.duration)).toBe(6);
  await page.getByLabel('Budžet kampanje').fill('600');
  await expect(page.getByText('U TV sekundama · 100 prikaza po 6 s')).toBeVisible();
  await page.getByLabel('Posle pritiska na OK').check();
  await page.getByRole('button', { name: 'Ukloni: duga.mov' }).click();
  await expect(page.getByText('Video je duži')).toBeHidden();
  const replace = async (name: string, by: string, buffer: Buffer) => {
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Zameni: ${name}` }).click();
    await (await opened).setFiles({ name: by, mimeType: 'video/quicktime', buffer });
  };
  await replace('slava.mov', 'preduga.mov', film(42, 5));
  await expect(page.getByText('Video je duži od 30 sekundi: traje 42 s.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Zameni: slava.mov' }), 'what was there stays').toBeVisible();
  await replace('preduga.mov', 'nova slava.mov', film(6));
  await expect(page.getByRole('button', { name: 'Zameni: nova slava.mov' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: /^Zameni: / }), 'in the place of the first').toHaveCount(1);
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
  await page.getByLabel('Imamo prava na sve').check();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('editor.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('editor-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();

  await admin.goto('/admin/campaigns');
  await admin.getByRole('button', { name: /Slavski kolač/ }).click();
  await expect(admin.getByText('1280 × 720 px, 25 slika u sekundi, ponovo snimljeno')).toBeVisible();
  await expect(admin.getByText('Traje 6 s; prikaz se naplaćuje kao 6 s')).toBeVisible();
  await admin.getByLabel('Zvuk').check();
  await expect
    .poll(() => admin.locator('article video').evaluate((video: HTMLVideoElement) => [video.muted, video.duration]))
    .toEqual([false, 6]);
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('review.png'), fullPage: true });
  await admin.getByRole('button', { name: 'Odobri' }).click();
  await expect(admin.getByText(/^„Slavski kolač“ je odobrena/)).toBeVisible();
  await expect(page.getByText('Zakazana')).toBeVisible();
  await admin.context().close();
});

/** The same film in so many megabytes: a box that players skip stands behind it. */
function largeFilm(megabytes: number): string {
  const bytes = Buffer.alloc(megabytes * 1024 * 1024);
  const whole = film(6);
  whole.copy(bytes);
  bytes.writeUInt32BE(bytes.length - whole.length, whole.length);
  bytes.write('free', whole.length + 4, 'latin1');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'vidik-large-')), 'velika slava.mov');
  writeFileSync(file, bytes);
  return file;
}

test('a film goes on where it stopped, after a lost connection and after the page was left, and is taken away when the person stops it', async ({
  page,
  context,
  request,
  quiet,
}) => {
  test.setTimeout(240_000);
  quiet.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const company = somebody('Nevena', 'Petković');
  await useSession(context, await member(request, company));
  const file = largeFilm(20);
  const parts: number[] = [];
  let meet: (number: number) => Promise<'go' | 'cut'> = async () => 'go';
  await page.route('**/api/files/uploads/*/parts/*', async (route) => {
    const number = Number(/\d+$/.exec(route.request().url())![0]);
    parts.push(number);
    if ((await meet(number)) === 'cut') return route.abort('internetdisconnected').catch(() => {});
    await route.continue().catch(() => {});
  });
  /** The part with this number is on its way until the network, or the page, is gone. */
  const held = (at: number) =>
    new Promise<() => void>((arrived) => {
      meet = (number) => {
        if (number !== at) return Promise.resolve('go');
        return new Promise((resolve) => arrived(() => resolve('cut')));
      };
    });

  await page.goto('/account#reklame');
  await page.getByRole('button', { name: 'Napravite prvu kampanju' }).click();
  await page.getByText('TV spot', { exact: true }).click();
  await expect(page.getByText('MP4, MOV ili WebM do 200 MB')).toBeVisible();
  const chooser = page.getByLabel('Izaberi datoteku');
  const third = held(3);
  await chooser.setInputFiles(file);
  const cut = await third;
  await expect(page.getByText(/^40% · 8,0 od 20,0 MB · još oko \d+ s\. Ako se veza prekine/)).toBeVisible();
  await context.setOffline(true);
  cut();
  await expect(page.getByText('Veza se prekinula na 40%. Nastavljamo sami čim se vrati')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('paused.png'), fullPage: true });
  const fourth = held(4);
  await context.setOffline(false);
  await fourth;
  await expect(page.getByText('Nastavljamo slanje datoteke velika slava.mov od 40%.')).toBeVisible();
  await expect(page.getByText(/^60% · 12,0 od 20,0 MB/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('sending.png'), fullPage: true });

  await page.reload();
  await expect(page.getByText('Stiglo je 60% · 12,0 od 20,0 MB. Izaberite istu datoteku')).toBeVisible();
  meet = async () => 'go';
  const choose = async (one: string) => {
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Nastavi slanje: velika slava.mov' }).click();
    await (await opened).setFiles(one);
  };
  await choose(largeFilm(8));
  await expect(
    page.getByText('Ovo nije ista datoteka. Izaberite velika slava.mov ili prekinite slanje.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('left.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('left-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose(file);
  await expect(page.getByText(/^6 s · 1280 × 720 px · .* MB · spremno za pregled$/)).toBeVisible({ timeout: 90_000 });
  expect(parts, 'each part once, and again only what was cut').toEqual([1, 2, 3, 3, 4, 4, 5]);

  const second = held(2);
  await chooser.setInputFiles(largeFilm(12));
  await second;
  const db = await database();
  const begun = async () => {
    const own = 'from uploads join profiles on profiles.id = owner_id where email = $1 and file_id is null';
    return (await db.query(`select uploads.id ${own}`, [company.email])).rows.length;
  };
  expect(await begun()).toBe(1);
  await page.getByRole('button', { name: 'Prekini slanje: velika slava.mov' }).click();
  await expect(page.getByText(/od 12,0 MB/)).toBeHidden();
  await expect.poll(begun).toBe(0);
  await db.end();
  await page.reload();
  await expect(page.getByText('spremno za pregled')).toBeVisible();
  await expect(page.getByText('velika slava.mov')).toHaveCount(1);
});
