import { copy as deviceCopy } from '#domain/devices/copy.ts';
import { declineCopy, ownTvCopy, setUpCopy } from '#domain/playout/set-up-copy.ts';
import { database, linkedTv, runningCampaign } from './adverts-on-tv.ts';
import { holdAnswer } from './held-answer.ts';
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

test('a tick that is refused takes no later tick off the screen that was saved', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 422/);
  const viewer = await member(request, somebody('Đorđe', 'Mladenović'));
  const db = await database();
  await linkedTv(db, viewer.user.id, 'BO');
  await db.end();
  await useSession(context, viewer);
  await page.goto('/account#televizori');
  const refused = Promise.withResolvers<void>();
  await page.route(
    '**/api/tvs/declined',
    async (route) => {
      await refused.promise;
      await route.fulfill({ status: 422, json: {} });
    },
    { times: 1 },
  );
  const ticks = [declineCopy.names.credit, declineCopy.names.alcohol].map((name) => page.getByLabel(name));
  for (const tick of ticks) await tick.check();
  refused.resolve();
  await expect(page.getByText(declineCopy.saved)).toBeVisible();
  for (const tick of ticks) await expect(tick).toBeChecked();
  await page.reload();
  for (const tick of ticks) await expect(tick).toBeChecked();
});

test('a TV whose page nobody can see, or that fell silent, is not said to be showing any more', async ({
  page,
  context,
  request,
}) => {
  const viewer = await member(request, somebody('Đorđe', 'Mladenović'));
  const db = await database();
  const token = await linkedTv(db, viewer.user.id, 'BO');
  await db.end();
  await useSession(context, viewer);
  await page.clock.install();
  await page.goto('/account#televizori');
  const device = page.getByRole('list', { name: deviceCopy.account.title }).getByRole('listitem');
  await expect(device.getByText(ownTvCopy.badge.plays, { exact: true })).toBeVisible();
  const screen = { version: 'e2e', visible: false, size: { width: 1920, height: 1080 } };
  const said = await request.post('/api/tv/report', {
    headers: { authorization: `Bearer ${token}` },
    data: { screen },
  });
  expect(said.status(), await said.text()).toBe(200);
  await page.reload();
  await expect(device.getByText(ownTvCopy.badge.on, { exact: true })).toBeVisible();
  await expect(device).toContainText('ne prikazuje: stranica nije u prvom planu');
  await page.clock.fastForward('04:00');
  await expect(device.getByText(ownTvCopy.badge.off, { exact: true }), 'nobody loads the page again').toBeVisible();
  await expect(device).not.toContainText('prikazuje sada');
});

test('two quick choices of a region are saved in their order, and a dialog whose answer is under way stays', async ({
  page,
  context,
  request,
}) => {
  const viewer = await member(request, somebody('Đorđe', 'Mladenović'));
  const db = await database();
  await linkedTv(db, viewer.user.id, 'BO');
  await db.end();
  await useSession(context, viewer);
  await page.goto('/account#televizori');
  const sent: string[] = [];
  page.on('request', (asked) => {
    const isPlace = asked.method() === 'POST' && /\/api\/tvs\/[\da-f-]{36}$/.test(asked.url());
    if (isPlace) sent.push(asked.postDataJSON().region);
  });
  const region = page.getByLabel(setUpCopy.region, { exact: true });
  const first = await holdAnswer(page, '**/api/tvs/*');
  await region.selectOption('NI');
  await first.done;
  await region.selectOption('BG');
  await expect(region).toHaveValue('BG');
  expect(sent, 'the second waits for the answer to the first').toEqual(['NI']);
  first.answer();
  const headers = { authorization: `Bearer ${viewer.access_token}` };
  const saved = async () => (await (await request.get('/api/tvs', { headers })).json()).tvs[0].region;
  await expect.poll(saved).toBe('BG');
  expect(sent).toEqual(['NI', 'BG']);
  await expect(region).toHaveValue('BG');

  const renamed = await holdAnswer(page, '**/api/devices/*/rename');
  await page.getByRole('button', { name: deviceCopy.account.renameLabel('Dnevna soba') }).click();
  const dialog = page.getByRole('dialog', { name: deviceCopy.account.rename });
  await dialog.getByLabel(deviceCopy.account.name).fill('Kuhinja');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await renamed.done;
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Otkaži' })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  renamed.answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Kuhinja' })).toBeVisible();
});
