import { readFileSync } from 'node:fs';
import { database, linkedTv, runningCampaign } from './adverts-on-tv.ts';
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

test('a company takes the report of its campaign as a PDF, objects to it, and reads our answer', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const company = somebody('Sofija', 'Obradović');
  const session = await member(request, company);
  const db = await database();
  const file = Buffer.from('RIFF____WEBP');
  const owner = session.user.id;
  const id = await runningCampaign(db, { company: owner, region: 'CA', kind: 'banner', file, seconds: 15 });
  await linkedTv(db, owner, 'CA');
  await db.query("update campaigns set state = 'done', name = 'Tople kifle' where id = $1", [id]);
  // The file of the helper has a kind that no screen may read.
  await db.query('update creatives set shown_file_id = null where campaign_id = $1', [id]);
  await db.end();

  await useSession(context, session);
  await page.goto(`/account/campaigns/${id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi PDF' }).click();
  const paper = await downloading;
  expect(paper.suggestedFilename()).toMatch(/^vidik-izvestaj-tople-kifle-\d{4}-\d\d-\d\d\.pdf$/);
  expect(
    readFileSync(await paper.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await page.getByRole('button', { name: 'Podnesi prigovor' }).click();
  await expect(page.getByLabel('Mesec')).toBeVisible();
  await page.getByRole('button', { name: 'Pošalji prigovor' }).click();
  await expect(page.getByText('Napišite šta nije tačno.')).toBeVisible();
  await page.getByLabel('Šta nije tačno').fill('U petak je bilo više prikaza.');
  await expectAccessible(page);
  const other = await another(browser, quiet, page, session);
  await other.goto(`/account/campaigns/${id}`);
  await other.getByRole('button', { name: 'Podnesi prigovor' }).click();
  await other.getByLabel('Šta nije tačno').fill('I u subotu.');
  await page.getByRole('button', { name: 'Pošalji prigovor' }).click();
  await expect(page.getByText(/^Odgovaramo do/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Podnesi prigovor' })).toBeHidden();
  await expect(page.locator('#objection'), 'the form is gone, and its focus is not').toBeFocused();

  // The same company in its other window.
  await expect(other.getByText('Prigovor na ovaj izveštaj je već podnet.')).toBeVisible();
  await expect(other.getByLabel('Šta nije tačno')).toHaveValue('I u subotu.');
  await expect(other.getByRole('button', { name: 'Pošalji prigovor' })).toBeDisabled();
  await other.getByRole('button', { name: 'Zatvori', exact: true }).click();
  await expect(other.getByLabel('Šta nije tačno')).toHaveCount(0);

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/campaigns');
  await admin.getByRole('button', { name: /^Odgovori: .*Tople kifle$/ }).click();
  await admin.getByLabel('Odgovor koji firma dobija').fill('Petak je proveren: bilo je 412 prikaza.');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Pošalji odgovor' }).click();
  await expect(admin.getByText('Nijedan prigovor ne čeka odgovor.')).toBeVisible();
  expect(await mailTo(company.email, 'campaigns.objection-answered')).toContain('bilo je 412 prikaza');
  await expect(page.getByText('Petak je proveren: bilo je 412 prikaza.')).toBeVisible();
});
