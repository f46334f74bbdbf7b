import { randomUUID } from 'node:crypto';
import { database } from './adverts-on-tv.ts';
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

test('a company draws the advert of its special package, staff choose a hundred places and start it, and both see its days', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const company = somebody('Nevena', `Stanković${randomUUID().slice(0, 6).replaceAll(/\d/g, 'x')}`);
  const session = await member(request, company);
  const owner = session.user.id;
  const db = await database();
  // Paid, and a hundred and one cafés that somebody of ours has seen.
  await db.query(
    `with sold as (insert into orders (profile_id, email, kind, product_name, amount, status, payment_state, paid_at)
       values ($1, $2, 'special', 'Specijalni Paket - 100 Lokacija', 150000, 'paid', 'paid', now()) returning id)
     insert into special_runs (order_id, profile_id) select id, $1 from sold`,
    [owner, company.email],
  );
  await db.query(
    `with made as (insert into devices (profile_id, number, name, token_hash, token_made_at, linked_at, last_seen_at)
       select $1, 700000000 + (random() * 200000000)::int, 'Šank', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now(), now(), now()
       from generate_series(1, 101) returning id),
     placed as (insert into tvs (tv_id, region, venue, confirmed_at, confirmed_how) select id, 'NI', 'cafe', now(), 'visit' from made)
     insert into licences (profile_id, tv_id, kind) select $1, id, 'grace' from made`,
    [owner],
  );

  await useSession(context, session);
  await page.goto('/account#reklame');
  await page.getByRole('button', { name: 'Napravite reklamu' }).click();
  await expect(page.getByText('Na 100 izabranih mesta prikazuje se na svakih 30 minuta')).toBeVisible();
  await expect(page.getByLabel('Budžet kampanje')).toBeHidden();
  await page.getByLabel('Naziv kampanje').fill('Tople kifle');
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/kifle');
  await expect(page.getByText(/^Nacrt · sačuvano u/)).toBeVisible();
  await expectAccessible(page);
  await db.query(
    `insert into creatives (campaign_id, seconds, name) select campaign_id, 15, 'kifle.png' from special_runs where profile_id = $1`,
    [owner],
  );
  await page.reload();
  await page.getByLabel('Da li reklama govori o nečemu od ovoga?').selectOption('none');
  await page.getByLabel(/^Imamo prava na sve/).check();
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Kampanja je na pregledu.', { exact: false })).toBeVisible();
  await db.query(
    `update campaigns set state = 'approved' where id = (select campaign_id from special_runs where profile_id = $1)`,
    [owner],
  );
  await expect(page.getByText('Početak još nije zakazan.', { exact: false })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/campaigns');
  const name = `${company.firstName} ${company.lastName}`;
  const sold = admin.getByRole('row').filter({ has: admin.getByRole('button', { name: `Mesta i početak: ${name}` }) });
  await expect(sold.getByRole('link', { name })).toHaveAttribute('href', `/admin/users/${owner}`);
  await expect(sold.getByRole('link', { name: /^Narudžbina \d+$/ })).toBeVisible();
  await admin.getByRole('button', { name: `Mesta i početak: ${name}` }).click();
  await admin.getByRole('button', { name: 'Izaberi prvih 100' }).click();
  await expect(admin.getByRole('heading', { name: 'Izabrana mesta: 100 od 100' })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Pokreni paket' }).click();
  await admin
    .getByRole('alertdialog')
    .or(admin.getByRole('dialog'))
    .getByRole('button', { name: 'Pokreni paket' })
    .click();
  await expect(admin.getByText('Paket je pokrenut.')).toBeVisible();

  await expect(page.getByRole('table', { name: 'Dani paketa' }).getByText('Zakazano 30 dana')).toBeVisible();
  await expectAccessible(page);
  await db.query(
    `update special_days set places_shown = 3199, all_shown = 10000, counted_at = now(), judged_at = now(), is_kept = false
     where (run_id, day) = (select run_id, min(day) from special_days join special_runs r on r.id = run_id
       where r.profile_id = $1 group by 1)`,
    [owner],
  );
  await page.reload();
  await expect(page.getByText('Nije održan', { exact: true })).toBeVisible();

  // Taken down; another address takes its days over.
  await db.query(
    `update campaigns set state = 'withdrawn', reason = 'Adresa ne pripada firmi.'
     where id = (select campaign_id from special_runs where profile_id = $1)`,
    [owner],
  );
  await expect(page.getByText('Reklama je uklonjena, ali paket nije potrošen.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošaljite drugu reklamu' }).click();
  await expect(page.getByRole('heading', { name: 'Druga reklama za Specijalni paket' })).toBeVisible();
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/burek');
  await page.getByLabel('Da li reklama govori o nečemu od ovoga?').selectOption('none');
  await page.getByLabel(/^Imamo prava na sve/).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Reklama je na pregledu.', { exact: false })).toBeVisible();
  await expect(admin.getByText('nova reklama na pregledu')).toBeVisible();
  await admin.reload();
  // Other journeys' adverts may wait before it.
  const queue = admin.getByRole('list', { name: 'Kampanje koje čekaju pregled' });
  await queue.getByRole('button').filter({ hasText: name }).click();
  await expect(admin.getByText('Druga reklama za Specijalni paket koji stoji.')).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Odobri', exact: true }).click();
  await expect(page.getByText('Nije održan, dodat na kraj')).toBeVisible();
  await expect(page.getByText('Emituje se').or(page.getByText('Zakazana')).first()).toBeVisible();
  const { rows } = await db.query(
    `select state, (select count(*)::int from special_days d where d.run_id = r.id) as days
     from special_runs r join campaigns c on c.id = r.campaign_id where r.profile_id = $1`,
    [owner],
  );
  expect(rows).toEqual([{ state: 'approved', days: 31 }]);
  await db.end();
});

test('a request for the special package is answered by mail and closed', async ({ page, context, request }) => {
  const company = somebody('Gordana', 'Vasić');
  const session = await member(request, company);
  const db = await database();
  await db.query(
    `insert into special_requests (id, profile_id, company, contact, month, message, made_at)
     values (gen_random_uuid(), $1, 'Pekara Gordana', 'Gordana Vasić, 060 1234567', '2027-05-01', 'Tople kifle, Niš i okolina.', now())`,
    [session.user.id],
  );
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin');
  await page.getByRole('link', { name: /Zahtevi za paket/ }).click();
  const requests = page.getByRole('region', { name: 'Zahtevi za Specijalni paket' });
  await expect(requests.getByText('želi da počne u maju 2027.')).toBeVisible();
  await expectAccessible(page);
  await requests.getByRole('button', { name: 'Odgovori: Pekara Gordana' }).click();
  await page.getByRole('textbox', { name: 'Odgovor' }).fill('Možete od maja, javljamo se telefonom.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošalji odgovor' }).click();
  await expect(page.getByText('Odgovor je poslat.')).toBeVisible();
  await expect(requests.getByText(/^odgovoreno/)).toBeVisible();
  expect(await mailTo(company.email, 'special.request-answered')).toContain('javljamo se telefonom');
  await requests.getByRole('button', { name: 'Zatvori zahtev: Pekara Gordana' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Zatvori zahtev' })
    .click();
  await expect(page.getByText('Zahtev je zatvoren.')).toBeVisible();
  await expect(requests.getByText('Pekara Gordana')).toBeHidden();
  await db.end();
});
