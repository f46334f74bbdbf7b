import { randomUUID } from 'node:crypto';
import { database } from './adverts-on-tv.ts';
import { sandbox } from './sandbox.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

const DISPUTED_CARD = '4000 0000 0000 0259';

test('a payment that its buyer disputes is seen at once and holds the order; when the bank decides for the buyer, it is given back', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Staniša', 'Čolaković');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByLabel('Broj kartice').fill(DISPUTED_CARD);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'Otvori probleme' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Prodaja' })).toBeVisible();
  const problem = admin.getByRole('listitem').filter({ hasText: who.email });
  await expect(problem).toContainText('Kupac osporava plaćanje kod svoje banke.');
  const dispute = /du_\w+|dp_\w+/.exec(await problem.innerText())![0];
  await expectAccessible(admin);
  await problem.getByRole('link', { name: /^narudžbina/ }).click();
  await expect(admin.getByText('Kupac osporava plaćanje', { exact: true }).first()).toBeVisible();
  const step = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(step).toHaveText('Kupac osporava plaćanje kod svoje banke. Ne šalje se dok banka ne odluči.');
  await expect(admin.getByRole('button', { name: 'Vrati novac' })).toHaveCount(0);

  await sandbox('decide-dispute', { dispute, outcome: 'lost' });
  await expect(admin.getByText('Spor je izgubljen: 219,00 €.'), 'without a reload').toBeVisible();
  await expect(step).toHaveText('Nema šta da se uradi.');
});

test('what the payment provider accepts when it is asked again is not said to be a payment that was booked', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const subscription = `sub_${randomUUID()}`;
  const db = await database();
  await db.query(
    `insert into provider_tasks (kind, object_id, failures, next_at) values ('match-subscription', $1, 2, now() + interval '1 day')`,
    [subscription],
  );
  await db.end();
  await page.goto('/admin/sales');
  const problem = page.getByRole('listitem').filter({ hasText: subscription });
  await expect(problem).toContainText('Platna kuća još nije prihvatila prekid naplate ili povraćaj novca.');
  await problem.getByRole('button', { name: 'Proveri ponovo' }).click();
  await expect(page.getByText('Platna kuća je prihvatila.')).toBeVisible();
  await expect(page.getByText('proknjižen')).toHaveCount(0);
  await expect(problem).toHaveCount(0);
});
