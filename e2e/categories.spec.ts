import { categoryDeskCopy } from '#domain/campaigns/category-copy.ts';
import { meanwhile, merging } from '#domain/merging-copy.ts';
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

test('staff narrow the rule for medicines; a company is told, fits its plan with one press and names its permit', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  await useSession(context, await member(request, somebody('Sofija', 'Obradović')));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/campaigns');
  const rules = admin.getByRole('region', { name: 'Pravila po vrsti reklame' });
  await expect(rules.getByText('od 22 do 6 h')).toBeVisible();
  await rules.getByRole('button', { name: 'Izmeni pravilo: Lekovi i zdravlje' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Lekovi i zdravlje' });
  await dialog.getByLabel('Od', { exact: true }).selectOption('6 h');
  await dialog.getByLabel('Do', { exact: true }).selectOption('6 h');
  await expect(dialog.getByText('Početak i kraj ne mogu da budu isti.')).toBeVisible();
  await dialog.getByLabel('Do', { exact: true }).selectOption('22 h');
  await dialog.getByLabel('Recepcija').check();
  await dialog.getByLabel('Domaćinstvo').check();
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('rule.png') });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(admin.getByText('Pravilo je sačuvano: Lekovi i zdravlje.')).toBeVisible();
  await expect(rules.getByText('od 6 do 22 h')).toBeVisible();
  await rules.screenshot({ path: test.info().outputPath('rules.png') });
  await admin.setViewportSize({ width: 390, height: 844 });
  await rules.screenshot({ path: test.info().outputPath('rules-phone.png') });

  await page.goto('/account#reklame');
  await page.getByRole('button', { name: 'Napravite prvu kampanju' }).click();
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Lekovi i zdravlje' });
  await expect(page.getByText('prikazuje se od 6 do 22 h, samo u grupama: domaćinstvo, recepcija.')).toBeVisible();
  await expect(page.getByText('Vaš izbor sati ili grupa je širi od toga.')).toBeVisible();
  await page.getByRole('button', { name: 'Uskladi sate i grupe' }).click();
  await expect(page.getByText('Vaš izbor sati ili grupa je širi od toga.')).toBeHidden();
  await expect(page.getByRole('gridcell', { name: /^Ponedeljak, 5–6 h/ })).toHaveAccessibleName(/ne prikazuje se/);
  await expect(page.getByRole('button', { name: /^Domaćinstvo/, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Upišite dozvolu ili odobrenje za reklamu ove vrste.')).toBeVisible();
  await page.getByLabel('Odobrenje Agencije za lekove').fill('515-08-01420, 12. 10. 2026.');
  await expect(page.getByText('Upišite dozvolu ili odobrenje za reklamu ove vrste.')).toBeHidden();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('declared.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('declared-phone.png'), fullPage: true });
});

test('a rule that a colleague changed while its form is open is seen, chosen from field by field, and saved', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 409/);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const read = async (): Promise<{ category: string; from: number }> => {
    const rules = await (await request.get('/api/campaigns/categories', { headers })).json();
    return rules.find(({ category }: { category: string }) => category === 'credit');
  };
  const setFrom = async (from: number) => {
    const set = await request.post('/api/admin/campaigns/categories/credit', {
      headers,
      data: { ...(await read()), from },
    });
    expect(set.status(), await set.text()).toBe(200);
  };
  const { from } = await read();
  await useSession(context, session);
  await page.goto('/admin/campaigns');
  const name = 'Krediti i pozajmice';
  await page.getByRole('button', { name: categoryDeskCopy.editLabel(name) }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByLabel(categoryDeskCopy.from, { exact: true }).selectOption('7 h');
  await setFrom(9);
  const save = dialog.getByRole('button', { name: 'Sačuvaj' });
  await save.click();
  await expect(dialog.getByText(/pa vaše nije sačuvano/)).toBeVisible();
  await dialog.getByRole('button', { name: meanwhile.seen }).click();
  const merge = page.getByRole('dialog', { name: categoryDeskCopy.merge });
  const hours = merge.getByRole('group', { name: categoryDeskCopy.from, exact: true });
  await expect(hours.getByRole('radio', { name: '9 h' })).not.toBeChecked();
  await expect(merge.getByRole('button', { name: merging.save })).toBeDisabled();
  await expectAccessible(page);
  await hours.getByRole('radio', { name: '7 h' }).check();
  await merge.getByRole('button', { name: merging.save }).click();
  await expect(page.getByText(categoryDeskCopy.saved(name))).toBeVisible();
  expect((await read()).from).toBe(7);
  await setFrom(from);
});
