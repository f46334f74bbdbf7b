import { banner, database, linkedTv, runningCampaign } from './adverts-on-tv.ts';
import { discard } from './asks-first.ts';
import { loseAnswer } from './held-answer.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  mailTo,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('staff see a TV that shows, confirm its place, and block it: its owner reads why and the company does not pay @phone', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of 409/);
  const owner = somebody('Teodora', 'Kostić');
  const ownerId = (await member(request, owner)).user.id;
  const companyId = (await member(request, somebody('Vasilije', 'Đorđević'))).user.id;
  const db = await database();
  const token = await linkedTv(db, ownerId, 'KI', 'cafe');
  const file = await banner();
  await runningCampaign(db, { company: companyId, region: 'KI', kind: 'banner', file, seconds: 15 });
  const { rows } = await db.query('select id, number from devices where profile_id = $1', [ownerId]);
  const { id, number } = rows[0];
  const written = String(number).replace(/(\d{3})(?=\d)/g, '$1\u00a0');
  await db.query('update tvs set confirmed_at = now() where tv_id = $1', [id]);
  const headers = { authorization: `Bearer ${token}` };
  const bag = await (await request.post('/api/tv/bag', { headers })).json();
  const lease = bag.leases[0];
  await db.query(
    `insert into plays (lease_day, lease_id, hour, campaign_id, creative_id, tv_id, region, venue, outcome, units, started_at, ended_at, visible_ms, progress_ms, reported_at)
     select (hour at time zone 'UTC')::date, id, hour, campaign_id, creative_id, tv_id, region, venue, 'counted', units, now() - interval '1 minute', now(), 15000, 15000, now()
     from leases where id = $1`,
    [lease.id],
  );
  // The lease may be of the campaign that the other project of this journey left running in the same region.
  await db.query(
    `insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
     select campaign_id, hour, creative_id, coalesce(region, ''), coalesce(venue, ''), outcome, $2, 1, units, 0 from plays where lease_id = $1
     on conflict on constraint play_hours_key do update set plays = play_hours.plays + 1, units = play_hours.units + excluded.units`,
    [lease.id, Number.parseInt(id.slice(-4), 16) % 16],
  );
  await db.query('update tvs set confirmed_at = null where tv_id = $1', [id]);
  await request.post('/api/tv/report', {
    headers,
    data: {
      screen: { version: 'abc1234', visible: true, size: { width: 1920, height: 1080 }, freeStorage: 1_204_000_000 },
    },
  });

  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/tvs');
  await expect(page.getByRole('heading', { name: 'Televizori i emitovanje' })).toBeVisible();
  await expect(page.getByText('prikazuje sada')).toBeVisible();
  await page.getByLabel('Broj televizora ili ime vlasnika').fill(String(number));
  await page.getByRole('button', { name: `TV ${written} Dnevna soba: prikazi i podaci` }).click();
  const one = page.getByRole('region', { name: `TV ${written}` });
  await expect(one.getByText('1920 × 1080 px, u prvom planu, abc1234')).toBeVisible();
  await expect(one.getByText('Slobodno mesta: 1,2 GB')).toBeVisible();
  await expect(one.getByText('Uračunat', { exact: true })).toBeVisible();
  // The count is of all that wait, so it opens all of them, whatever was chosen before.
  await page.goto('/admin/tvs?state=blocked&region=NI');
  await page.getByRole('button', { name: 'Prikaži ih' }).click();
  await expect(page).toHaveURL('/admin/tvs?waits=true');
  // Its row leaves the list of those that wait, while the reason is being typed.
  await page.goto(`/admin/tvs?waits=true&q=${number}`);
  const shown = page.getByRole('button', { name: `TV ${written} Dnevna soba: prikazi i podaci` });
  await shown.click();
  await one.getByRole('button', { name: 'Nije tačno' }).click();
  const refusing = page.getByRole('dialog', { name: 'Vrsta mesta nije tačna?' });
  await refusing.getByRole('textbox').fill('Na slici je stan.');
  await page.mouse.move(0, 0);
  const again = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/admin/tvs/list');
  await db.query('update tvs set confirmed_at = now() where tv_id = $1', [id]);
  await again;
  await expect(refusing.getByRole('textbox')).toHaveValue('Na slici je stan.');
  await refusing.getByRole('button', { name: 'Otkaži' }).click();
  await discard(page);
  await db.query('update tvs set confirmed_at = null where tv_id = $1', [id]);

  await page.goto(`/admin/tvs?q=${number}`);
  await shown.click();
  // The answers to what staff do here are lost, and the repetition is no refusal.
  for (const act of ['confirm', 'block', 'unblock']) await loseAnswer(page, `**/api/admin/tvs/${id}/${act}`);
  await one.getByRole('button', { name: 'Potvrdi mesto: Po fotografiji' }).click();
  await expect(page.getByText('Vrsta mesta je potvrđena.')).toBeVisible();
  await expect(one.getByText(/Mesto potvrđeno: fotografija/)).toBeVisible();
  await expectAccessible(page);

  const refresh = one.getByRole('button', { name: 'Osveži', exact: true });
  await refresh.click();
  await expect(page.getByText('Televizor to radi sa sledećim javljanjem, za oko minut.')).toBeVisible();
  await expect(one.getByText('Čeka da se osveži')).toBeVisible();
  await expect(refresh).toBeDisabled();
  const told = await (await request.post('/api/tv/report', { headers, data: {} })).json();
  expect(told.command).toBe('reload');
  await expect(one.getByText(/^Poruku primio /)).toBeVisible();
  await expect(one.getByText('Čeka da se osveži')).toBeHidden();
  await expect(refresh).toBeEnabled();

  await one.getByRole('button', { name: 'Blokiraj' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(/Nezaključeno je 1\sL-baner; to se vlasniku ne priznaje i vraća se jednoj firmi\./),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Blokiraj televizor' }).click();
  await expect(dialog.getByText('Napišite razlog.')).toBeVisible();
  await dialog.getByRole('textbox').fill('Prikazuje u praznom lokalu.');
  await dialog.getByRole('button', { name: 'Blokiraj televizor' }).click();
  await expect(page.getByText(/Televizor je blokiran\. Poništeno: 1\sL-baner/)).toBeVisible();
  await expect(one.getByText('Televizor je blokiran', { exact: true })).toBeVisible();
  const mail = await mailTo(owner.email, 'tvs.blocked');
  expect(mail).toContain('Prikazuje u praznom lokalu.');
  const { rows: left } = await db.query('select outcome from plays where tv_id = $1', [id]);
  expect(left).toEqual([{ outcome: 'device_blocked' }]);
  const after = await (await request.post('/api/tv/bag', { headers })).json();
  expect(after.state).toBe('blocked');

  await one.getByRole('button', { name: 'Odblokiraj' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Odblokiraj' }).click();
  await expect(page.getByText('Televizor je odblokiran.')).toBeVisible();
  await db.end();
});
