import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
