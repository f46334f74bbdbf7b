import { database, linkedTv, runningCampaign } from './adverts-on-tv.ts';
import { expect, expectAccessible, member, somebody, test, useSession } from './story.ts';

test('a member declines adverts for loans, then all adverts, for their TVs; a reload shows what was chosen', async ({
  page,
  context,
  request,
}) => {
  const viewer = await member(request, somebody('Đorđe', 'Mladenović'));
  const company = await member(request, somebody('Sofija', 'Obradović'));
  const db = await database();
  const owner = company.user.id;
  const file = Buffer.from('RIFF____WEBP');
  const id = await runningCampaign(db, { company: owner, region: 'BO', kind: 'banner', file, seconds: 15 });
  await db.query("update campaigns set category = 'credit' where id = $1", [id]);
  const { rows } = await db.query<{ id: string }>('select id from creatives where campaign_id = $1', [id]);
  const creative = rows[0]!.id;
  const token = await linkedTv(db, viewer.user.id, 'BO');
  await db.end();
  const bag = async () =>
    (await request.post('/api/tv/bag', { headers: { authorization: `Bearer ${token}` }, data: {} })).json();
  /** Other journeys may have adverts for every TV. */
  const inBag = async () => (await bag()).leases.some((lease: { creative: string }) => lease.creative === creative);
  expect(await inBag()).toBe(true);

  await useSession(context, viewer);
  await page.goto('/account#televizori');
  await page.getByLabel('Kredite i pozajmice').check();
  await expect(page.getByText('Sačuvano. Televizori to primenjuju kad se sledeći put jave.')).toBeVisible();
  expect(await inBag()).toBe(false);
  await page.reload();
  await expect(page.getByLabel('Kredite i pozajmice')).toBeChecked();
  await page.getByLabel('Bez reklama i merenja').check();
  await expect(page.getByText('Bez reklama', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Alkohol')).toBeDisabled();
  expect((await bag()).state).toBe('declined');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('declined.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('declined-phone.png'), fullPage: true });
});
