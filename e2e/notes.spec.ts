import { holdAnswer } from './held-answer.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  reserved,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('notes written without a network wait where they were written, can be given up, and are sent once when it is back', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|No answer/);
  const who = somebody('Nenad', 'Čekić');
  const [first, second] = [await reserved(request, who), await reserved(request, who)];
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const field = (number: number) => page.getByLabel(`Beleška za rezervaciju ${number}`);
  const sent: string[] = [];
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/notes')) sent.push(asked.postData() ?? '');
  });
  await expect(field(first.number)).toBeVisible();

  await context.setOffline(true);
  await field(first.number).fill('zove u petak');
  await field(first.number).press('Enter');
  await field(second.number).fill('drugo ime uplatioca');
  await field(second.number).press('Enter');
  const waits = page.getByRole('cell').getByText('Čeka 1 promena.');
  await expect(waits).toHaveCount(2);
  await expect(page.getByText('Čekaju 2 promene.')).toBeVisible();
  await expect(field(first.number)).toHaveValue('zove u petak');
  await expectAccessible(page);

  await page
    .getByRole('row')
    .filter({ has: field(second.number) })
    .getByRole('button', { name: 'Odustani od nje' })
    .click();
  await expect(waits).toHaveCount(1);
  await field(second.number).fill('');
  expect(sent).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: `Rezervacija ${first.number}, 1 beleška` })).toContainText(
    'zove u petak',
  );
  await expect(field(first.number)).toHaveValue('');
  await expect(waits).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: `Rezervacija ${first.number}, 1 beleška` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Rezervacija ${second.number},` })).toHaveCount(0);

  await page.getByRole('button', { name: `Rezervacija ${first.number}, 1 beleška` }).click();
  const dialog = page.getByRole('dialog', { name: `Beleške, rezervacija ${first.number}` });
  await context.setOffline(true);
  await dialog.getByLabel('Još jedna beleška').fill('stigla uplata');
  await dialog.getByRole('button', { name: 'Sačuvaj kad se veza vrati' }).click();
  await expect(dialog.getByText('Čeka 1 promena.')).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByRole('listitem')).toHaveText([/zove u petak/, /stigla uplata/]);
  expect(sent).toHaveLength(2);
});

test('one more note about a reservation may be typed while the one before is saved', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nenad', 'Čekić');
  const { number } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  await page.getByLabel(`Beleška za rezervaciju ${number}`).fill('zove u petak');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` }).click();
  const dialog = page.getByRole('dialog', { name: `Beleške, rezervacija ${number}` });
  const field = dialog.getByLabel('Još jedna beleška');
  await field.fill('stigla uplata');
  const { done, answer } = await holdAnswer(page, '**/notes');
  await dialog.getByRole('button', { name: 'Sačuvaj belešku' }).click();
  await done;
  await field.fill('čeka račun');
  answer();
  await expect(page.getByText('Beleška je sačuvana.')).toBeVisible();
  await expect(field).toHaveValue('čeka račun');
  await dialog.getByRole('button', { name: 'Sačuvaj belešku' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/zove u petak/, /stigla uplata/, /čeka račun/]);
  await expect(field).toHaveValue('');
});

test('words that are typed into a note while it is saved stay in its field, and are saved next', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nenad', 'Čekić');
  const { number } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  await page.getByLabel(`Beleška za rezervaciju ${number}`).fill('zove u petak');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` }).click();
  const note = page.getByRole('dialog', { name: `Beleške, rezervacija ${number}` }).getByRole('listitem');
  const field = note.getByLabel(/^Tekst beleške/);
  const save = note.getByRole('button', { name: 'Sačuvaj belešku' });
  await note.getByRole('button', { name: /^Izmeni/ }).click();
  await field.fill('zove u subotu');
  const { done, answer } = await holdAnswer(page, '**/admin/event/notes/*');
  await save.click();
  await done;
  await field.fill('zove u subotu, posle podne');
  answer();
  await expect(save).toBeEnabled();
  await expect(field).toHaveValue('zove u subotu, posle podne');
  await save.click();
  await expect(field).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText(
    'zove u subotu, posle podne',
  );
});

test('a note that is refused is in its field again, before what was typed meanwhile, also after a search without its row', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const who = somebody('Nenad', 'Čekić');
  const { number } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const field = page.getByLabel(`Beleška za rezervaciju ${number}`);
  const refused = Promise.withResolvers<void>();
  await page.route('**/notes', async (route) => {
    await refused.promise;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await field.fill('zove u petak');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await field.pressSequentially('stigla uplata');
  refused.resolve();
  await expect(page.getByText('Nije moguće ažurirati belešku.')).toBeVisible();
  await expect(field).toHaveValue('zove u petak\nstigla uplata');

  const search = page.getByRole('searchbox');
  await search.fill('niko-se-tako-ne-zove');
  await expect(field).toHaveCount(0);
  await search.fill(who.username);
  await expect(field).toHaveValue('zove u petak\nstigla uplata');
  await page.unroute('**/notes');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText('stigla uplata');
  await expect(field).toHaveValue('');
});
