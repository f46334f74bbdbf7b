import type pg from 'pg';
import { database, linkedTv } from './adverts-on-tv.ts';
import { layoutProblems } from './layout.ts';
import { MONTH_TO_CLOSE_SQL } from './longest-rewards.ts';
import { longest } from './longest-words.ts';
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

/** What a viewer's TV was counted on a day of the last month, entered into the book as the night does: 40 banners and 600 seconds, 32 RSD. */
async function countedDay(db: pg.Client, viewer: string, tv: string, day: string): Promise<void> {
  await db.query('insert into viewer_days (profile_id, day, tv_id, banners, tv_seconds) values ($1, $2, $3, 40, 600)', [
    viewer,
    day,
    tv,
  ]);
  await db.query(
    `insert into reward_entries (profile_id, month, tv_id, day, step, rule_id, banners, tv_seconds, amount, moment)
     select $1, date_trunc('month', $2::date)::date, $3, $2, 1, id, 40, 600, 3200, now() from reward_rules
     where valid_from = date_trunc('month', $2::date)`,
    [viewer, day, tv],
  );
}

test('last month is closed once, and a viewer has the statement, the mail and the way to the money', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const viewer = somebody('Slađana', 'Đokić-Živanović');
  const neighbour = { ...longest(), firstName: 'Teodora' };
  const session = await member(request, viewer);
  const db = await database();
  const last = (await db.query(`select to_char(${MONTH_TO_CLOSE_SQL}, 'YYYY-MM') as month`)).rows[0].month;
  await db.query(
    `insert into reward_rules (id, valid_from, banner, tv_second, ceiling, smallest, published_at, published_by)
     values (gen_random_uuid(), ($1 || '-01')::date, 5000, 200, 10000, 10000, now() - interval '60 days', 'system')`,
    [last],
  );
  const tvs: [viewer: string, tv: string][] = [];
  for (const [who, days] of [
    [session.user.id, 10],
    [(await member(request, neighbour)).user.id, 1],
  ] as const) {
    await linkedTv(db, who, 'VA');
    const tv = (await db.query('select id from devices where profile_id = $1', [who])).rows[0].id;
    tvs.push([who, tv]);
    for (let day = 1; day <= days; day += 1)
      await countedDay(db, who, tv, `${last}-${String(day + 4).padStart(2, '0')}`);
  }
  for (const proof of ['unit_proofs', 'reward_proofs'])
    await db.query(
      `insert into ${proof} (day, proven_at, differences) values (current_date, now(), '{}')
       on conflict (day) do update set proven_at = excluded.proven_at, differences = '{}'`,
    );

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/rewards');
  await expect(admin.getByRole('heading', { name: 'Nagrade i obračun' })).toBeVisible();
  await expect(admin.getByText('352,00')).toBeVisible();
  await expectAccessible(admin);
  const size = page.viewportSize()!;
  expect(await layoutProblems(admin)).toEqual([]);
  await admin.setViewportSize(size);
  await admin.getByRole('button', { name: /^Zaključi / }).click();
  const question = admin.getByRole('dialog');
  await expect(question.getByText(/2\sobračuna, 352,00\sRSD/)).toBeVisible();
  await expectAccessible(admin);
  expect(await layoutProblems(admin)).toEqual([]);
  await admin.setViewportSize(size);

  // A day more is counted while the question is open.
  await countedDay(db, ...tvs[1]!, `${last}-25`);
  await db.query('update reward_proofs set proven_at = now()');
  await expect(question.getByRole('alert')).toContainText('Stanje je u međuvremenu promenjeno.');
  await expect(question.getByText(/2\sobračuna, 352,00\sRSD/)).toBeVisible();
  await expect(question.getByRole('button', { name: /^Zaključi / })).toBeDisabled();
  await question.getByRole('button', { name: 'Nastavi sa novim stanjem' }).click();
  await expect(question.getByText(/2\sobračuna, 384,00\sRSD/)).toBeVisible();
  await question.getByRole('button', { name: /^Zaključi / }).click();
  await expect(admin.getByText(/je zaključen\. 2\sporuke su u redu za slanje\./)).toBeVisible();
  const search = admin.getByRole('searchbox', { name: 'Ime, firma, email, račun ili TV' });
  await search.fill('teodora');
  await expect(admin.getByRole('button', { name: /^Otvori obračun: Slađana/ })).toBeHidden();
  await expect(admin.getByRole('button', { name: /^Otvori obračun: Teodora/ })).toBeVisible();
  await search.fill('djokic');
  await expect(admin.getByRole('link', { name: 'Slađana Đokić-Živanović' })).toHaveAttribute(
    'href',
    `/admin/users/${session.user.id}`,
  );
  await admin.getByRole('button', { name: 'Otvori obračun: Slađana Đokić-Živanović' }).click();
  await expect(
    admin
      .getByRole('dialog')
      .getByText(/320,00\sRSD/)
      .first(),
  ).toBeVisible();

  expect(await mailTo(viewer.email, 'rewards.statement')).toContain('320,00');
  await useSession(context, session);
  await page.goto('/account#nagrade');
  await expect(page.getByText(/320,00\sRSD/).first()).toBeVisible();
  await expectAccessible(page);
  await db.end();
});
