import { banner, database, linkedTv, runningCampaign } from './adverts-on-tv.ts';
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

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

test('a company changes the advert of a campaign that runs: the old plays on, is sent back once, and the new takes its place', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const company = somebody('Sofija', 'Obradović');
  const session = await member(request, company);
  const db = await database();
  const owner = session.user.id;
  const file = Buffer.from('RIFF____WEBP');
  const id = await runningCampaign(db, { company: owner, region: 'PO', kind: 'banner', file, seconds: 15 });
  await linkedTv(db, owner, 'PO');
  await db.query(
    "update campaigns set name = 'Tople kifle od 6 ujutru', url = 'https://pekara.example/kifle' where id = $1",
    [id],
  );
  // The file of the helper has a kind that no screen may read.
  await db.query("update creatives set shown_file_id = null, name = 'kifle.png' where campaign_id = $1", [id]);
  await db.end();

  await useSession(context, session);
  await page.goto(`/account/campaigns/${id}`);
  await page.getByRole('button', { name: 'Nova reklama ili adresa' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova reklama ili adresa' })).toBeVisible();
  await expect(page.getByText('Još nema izmene')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pošalji na pregled' })).toBeDisabled();
  await page.getByRole('button', { name: 'Ukloni: kifle.png' }).click();
  await expect(page.getByText('Još nedostaje: slika ili spot')).toBeVisible();
  await page.getByLabel('Izaberi datoteku').setInputFiles({
    name: 'burek.webp',
    mimeType: 'image/webp',
    buffer: await banner(),
  });
  await expect(page.getByText('1920 × 1080 px · 0,0 MB · spremno za pregled')).toBeVisible();
  await page.getByRole('textbox', { name: 'Adresa koju otvara QR kod' }).fill('https://pekara.example/burek');
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Potvrdite prava na sadržaj.')).toBeVisible();
  await page.getByLabel('Imamo prava na sve').check();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('change.png'), fullPage: true });
  await page.setViewportSize(PHONE);
  await page.screenshot({ path: test.info().outputPath('change-phone.png'), fullPage: true });
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Izmena je na pregledu.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('in-review.png'), fullPage: true });

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/campaigns');
  const waiting = admin.getByRole('button', { name: /Tople kifle od 6 ujutru.*Izmena kampanje/ });
  await waiting.click();
  const before = admin.getByRole('region', { name: 'Izmena kampanje koja se emituje' });
  await expect(before).toContainText('Sada otvara pekara.example/kifle');
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('review.png'), fullPage: true });
  await admin.setViewportSize(PHONE);
  await admin.screenshot({ path: test.info().outputPath('review-phone.png'), fullPage: true });
  await admin.setViewportSize(DESKTOP);
  await admin.getByRole('button', { name: 'Odbij sa razlogom' }).click();
  await expect(admin.getByText('kampanja se emituje sa starom reklamom')).toBeVisible();
  await admin.getByRole('button', { name: 'Tekst je previše sitan' }).click();
  await admin.getByRole('button', { name: 'Odbij i pošalji' }).click();
  expect(await mailTo(company.email, 'campaigns.rejected')).toContain('i dalje emituje stara reklama');

  await expect(page.getByText('Razlog zbog kog je izmena vraćena:')).toBeVisible();
  await page.goto(`/account/campaigns/${id}`);
  await expect(page.getByText('Emituje se', { exact: true })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('running.png'), fullPage: true });
  await page.getByRole('link', { name: 'Otvorite izmenu' }).click();
  await page.getByLabel('Imamo prava na sve').check();
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Izmena je na pregledu.')).toBeVisible();
  await waiting.click();
  await admin.getByRole('button', { name: 'Odobri' }).click();
  await expect(admin.getByText(/^Izmena kampanje „Tople kifle od 6 ujutru“ je odobrena/)).toBeVisible();
  await expect(page, 'the open page of the change leads back to its campaign').toHaveURL(`/account/campaigns/${id}`);
  await expect(page.getByText('https://pekara.example/burek')).toBeVisible();
  await page.goto('/account#reklame');
  await expect(page.getByText('Tople kifle od 6 ujutru'), 'a change is no campaign of its own').toHaveCount(1);
  await admin.context().close();
});
