import { database, linkedTv } from './adverts-on-tv.ts';
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

/** How long tickets of other journeys may keep a mail waiting. */
const MAIL_MS = 90_000;

test('staff give an installer an address, the installer reads it in the account and writes the record, which staff see @phone', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  const who = somebody('Žarko', 'Monterović');
  const session = await member(request, who);
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${staff.access_token}` };
  const shown = { isCompany: false, isPartner: false, isInstaller: false };
  const labelled = await request.post(`/api/admin/people/${session.user.id}/roles/installer`, {
    headers,
    data: { on: true, shown },
  });
  expect(labelled.status(), await labelled.text()).toBe(200);

  await useSession(context, staff);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Dodeli montažu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova montaža' });
  await dialog.getByRole('button', { name: 'Dodeli montažu' }).click();
  await expect(dialog.getByText('Popunite ovo polje.')).toHaveCount(5);
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Monter' }).selectOption(session.user.id);
  await dialog.getByLabel('Ime i prezime korisnika').fill('Mara Ilić-Džudović');
  await dialog.getByLabel('Telefon korisnika').fill('nema');
  await expect(dialog.getByText('Upišite ispravan broj telefona, npr. +381')).toBeVisible();
  await dialog.getByLabel('Telefon korisnika').fill('064 123 45 67');
  await dialog.getByLabel('Adresa').fill('Glavna 1, Čačak');
  await dialog.getByLabel('Termin').fill('2031-03-02T10:00');
  await dialog.getByLabel('Napomena za montera').fill(`Zvono ne radi (${who.username})`);
  await dialog.getByRole('button', { name: 'Dodeli montažu' }).click();
  await expect(page.getByText(/Montaža broj \d+ je dodeljena/)).toBeVisible();
  const open = page.getByRole('listitem').filter({ hasText: who.username });
  await expect(open).toContainText('Mara Ilić-Džudović, Glavna 1, Čačak');

  const installer = await another(browser, quiet, page, session);
  await installer.goto('/account#narudzbine');
  const row = installer.getByRole('row').filter({ hasText: who.username });
  await expect(row).toContainText('Glavna 1, Čačak');
  await expectAccessible(installer);
  await row.getByRole('button', { name: 'Predaj zapisnik' }).click();
  const record = installer.getByRole('dialog', { name: /^Zapisnik, montaža broj/ });
  await record.getByLabel('Broj uređaja').fill('VDK-001482');
  await record.getByLabel('Vrsta mesta').selectOption('cafe');
  await record.getByLabel('Stanje pre montaže').fill('Televizor bez uređaja.');
  await record.getByLabel('Stanje posle montaže').fill('Prikaz radi.');
  await record.getByLabel('Ime osobe koja je potvrdila prijem').fill('Mara Ilić-Džudović');
  await expectAccessible(installer);
  await record.getByRole('button', { name: 'Predaj zapisnik' }).click();
  await expect(installer.getByText('Zapisnik je predat.')).toBeVisible();
  await expect(row).toContainText('Zapisnik predat');

  await expect(open, 'it is over').toHaveCount(0);
  await page.getByText('Poslednje završene').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'VDK-001482' }).first()).toContainText(
    'prijem potvrdio: Mara Ilić-Džudović',
  );

  // Tickets go first, and the journeys before this one sell many.
  expect(await mailTo(who.email, 'installations.assigned', 1, MAIL_MS)).not.toContain('Glavna');
});

test('the record of an installation confirms the café of whom it was agreed with, and staff read who saw it', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  const [who, owner] = [somebody('Žarko', 'Monterović'), somebody('Teodora', 'Kostić')];
  const [session, home] = [await member(request, who), await member(request, owner)];
  const db = await database();
  await linkedTv(db, home.user.id, 'PK', 'cafe');
  const serial = `VDK-26-${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;
  const { rows } = await db.query(
    `update licences set kind = 'serial', serial = $2 from devices d
     where d.id = licences.tv_id and d.profile_id = $1 returning d.number`,
    [home.user.id, serial],
  );
  await db.query('update profiles set is_monter = true where id = $1', [session.user.id]);
  await db.query(
    `insert into installations (id, installer_id, name, phone, address, agreed_at)
     values (gen_random_uuid(), $1, 'Teodora Kostić', $2, $3, now() + interval '1 day')`,
    [session.user.id, owner.phone, `Glavna 1 (${who.username})`],
  );
  await db.end();

  await useSession(context, session);
  await page.goto('/account#narudzbine');
  const row = page.getByRole('row').filter({ hasText: who.username });
  await row.getByRole('button', { name: 'Predaj zapisnik' }).click();
  const record = page.getByRole('dialog', { name: /^Zapisnik, montaža broj/ });
  await record.getByRole('button', { name: 'Predaj zapisnik' }).click();
  await expect(record.getByText('Popunite ovo polje.')).toHaveCount(5);
  await record.getByLabel('Serijski broj uređaja').fill(serial);
  await record.getByLabel('Vrsta mesta').selectOption('cafe');
  await record.getByLabel('Stanje pre montaže').fill('Televizor bez uređaja.');
  await record.getByLabel('Stanje posle montaže').fill('Prikaz radi.');
  await record.getByLabel('Ime osobe koja je potvrdila prijem').fill('Teodora Kostić');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`record-${width}.png`) });
  }
  await record.getByRole('button', { name: 'Predaj zapisnik' }).click();
  await expect(page.getByText('Zapisnik je predat.')).toBeVisible();

  const staff = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await staff.goto('/admin/tvs');
  const number = String(rows[0].number);
  const written = number.replace(/(\d{3})(?=\d)/g, '$1\u00a0');
  await staff.getByLabel('Broj televizora ili ime vlasnika').fill(number);
  await staff.getByRole('button', { name: `TV ${written} Dnevna soba: prikazi i podaci` }).click();
  const one = staff.getByRole('region', { name: `TV ${written}` });
  await expect(one.getByText(/^Mesto potvrđeno: poseta, Žarko Monterović, \d/)).toBeVisible();
  for (const width of [1440, 390]) {
    await staff.setViewportSize({ width, height: 900 });
    await one.getByText(/^Mesto potvrđeno/).scrollIntoViewIfNeeded();
    await staff.screenshot({ path: test.info().outputPath(`tv-${width}.png`) });
  }
});
