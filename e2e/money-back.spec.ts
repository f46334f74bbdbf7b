import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { dayOf } from '../domain/time.ts';
import { COMPANY, camtFile } from '../server/test/statements.ts';
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

/** Six months of `starter` in whole dinars. */
const SIX_MONTHS = '69599.00';
/** What five of the six come to. */
const FIVE = '57.999,17 RSD';

const asker =
  (request: APIRequestContext, token: string) =>
  async <Answer>(method: 'get' | 'post', path: string, data?: object): Promise<Answer> => {
    const answer = await request[method](`/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(data ? { data } : {}),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json() as Promise<Answer>;
  };

test('months of a package that have not begun go back to the account the firm names; money that nobody knows goes into the same payment order', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Anđelija', 'Đurđevak');
  const session = await member(request, who);
  const firm = asker(request, session.access_token);
  const { transfer } = await firm<{ transfer: { order: number; pay: { reference: string } } }>(
    'post',
    '/functions/create-payment',
    {
      ...{ productName: 'starter', productPrice: 99, way: 'transfer', months: 6 },
      companyInfo: {
        ...{ email: who.email, company_name: 'Pekara Đurđevak d.o.o.', company_address: 'Glavna 1' },
        ...{ company_registration_number: '17162543', company_tax_number: '100002887', company_city: 'Beograd' },
        ...{ company_postal_code: '11000', company_contact: '+381641112222' },
      },
    },
  );
  const number = transfer.order;
  const mark = `ILIĆ ${randomInt(1_000_000)}`;
  const staffSession = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const staff = asker(request, staffSession.access_token);
  const statement = camtFile(
    [
      { amount: SIX_MONTHS, currency: 'RSD', reference: `97 ${transfer.pay.reference}`, bankReference: randomUUID() },
      {
        ...{ amount: '12000.00', currency: 'RSD', payer: mark, account: 'RS35160000000012345654' },
        bankReference: randomUUID(),
      },
    ],
    { account: COMPANY },
  );
  const loaded = await request.post('/api/admin/bank/statements', {
    headers: { authorization: `Bearer ${staffSession.access_token}` },
    multipart: { file: { name: 'izvod.xml', mimeType: 'application/xml', buffer: Buffer.from(statement) } },
  });
  const { importId } = await loaded.json();
  const { rows } = await staff<{ rows: { id: string }[] }>('get', `/admin/bank/statements/${importId}/lines?all=true`);
  await staff('post', `/admin/bank/lines/${rows[0]!.id}/hold`, { decision: 'confirm', shown: 6_959_900 });
  await staff('post', `/admin/bank/lines/${rows[1]!.id}/hold`, { decision: 'return', reason: 'Nepoznat platilac' });
  // Decisions at the desk wait two minutes.
  await expect
    .poll(async () => (await staff<{ status: string }>('get', `/admin/orders/${number}`)).status, { timeout: 200_000 })
    .toBe('paid');

  const admin = await another(browser, quiet, page, staffSession);
  await admin.goto(`/admin/orders/${number}`);
  await admin.getByRole('button', { name: /^Vrati novac/ }).click();
  const refund = admin.getByRole('dialog', { name: 'Povraćaj novca' });
  await expect(refund.getByText('5 od 5')).toBeVisible();
  await expect(refund).toContainText('Nijedan mesec više ne počinje.');
  await expect(refund).toContainText(`Kupac dobija poruku da upiše račun, pa ${FIVE} ide u nalog za isplatu.`);
  await refund.getByRole('button', { name: 'Jedan mesec manje' }).click();
  await expect(refund.getByText('4 od 5')).toBeVisible();
  await expect(refund).toContainText('Ostaje 1 plaćeni mesec koji nije počeo.');
  await refund.getByRole('button', { name: 'Jedan mesec više' }).click();
  await refund.getByRole('button', { name: 'Po uslovima' }).click();
  await expect(refund).toContainText('Viđeno je L-banera 0 od 3.000, TV sekundi 0 od 30.000.');
  await expect(refund).toContainText('je iznad granice');
  await refund.getByLabel('Razlog').selectOption({ label: 'Odustanak u prvih 14 dana' });
  await refund.getByLabel('Dan kada je izjava primljena').fill(dayOf(new Date()));
  await expect(refund.getByRole('button', { name: 'Pošalji na potvrdu' })).toBeEnabled();
  await expectAccessible(admin);
  await refund.getByRole('button', { name: 'Po mesecima' }).click();
  await refund.getByLabel('Razlog').selectOption({ label: 'Dogovor sa kupcem' });
  const give = refund.getByRole('button', { name: `Vrati ${FIVE}` });
  await expect(give).toBeEnabled();
  await expectAccessible(admin);
  await give.click();
  await expect(refund).toBeHidden();
  await expect(admin.getByText('Vraća se novac za 5 meseci.', { exact: false })).toBeVisible();
  await expectAccessible(admin);

  const letter = await mailTo(who.email, 'payouts.account');
  const [link] = /\/refund\/[\w-]{22}/.exec(letter)!;
  await useSession(context, session);
  await page.goto('/account#reklame');
  await expect(page.getByText(/^Paket starter\. Kraj paketa:/i)).toContainText('Vraća se novac za 5 meseci.');
  await expectAccessible(page);
  await page
    .getByRole('link', { name: `Narudžbina ${number}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Plaćeno unapred' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(link);
  await expect(page.getByLabel('Ime i prezime ili naziv')).toHaveValue('Pekara Đurđevak d.o.o.');
  await page.getByLabel('Broj računa').fill('160-0000000123456-54');
  await page.getByRole('button', { name: 'Sačuvaj račun' }).click();
  await expect(page.getByText('Račun 160-•••••-54 je upisan.', { exact: false })).toBeVisible();

  await admin.goto('/admin/bank');
  await admin.getByRole('button', { name: /^Za vraćanje/ }).click();
  const owed = admin.getByRole('dialog', { name: 'Za vraćanje' });
  const row = owed.getByRole('row').filter({ hasText: mark });
  await row.getByRole('button', { name: /^U nalog za isplatu/ }).click();
  const into = admin.getByRole('dialog', { name: 'U nalog za isplatu' });
  await expect(into.getByLabel('Broj računa')).toHaveValue('160-0000000123456-54');
  await expectAccessible(admin);
  await into.getByRole('button', { name: 'U nalog za isplatu' }).click();
  await expect(into).toBeHidden();
  await expect(row).toContainText('čeka nalog, 160-0000000123456-54');
  await row.getByRole('button', { name: /^Izvadi iz naloga/ }).click();
  await expect(row.getByRole('button', { name: /^U nalog za isplatu/ })).toBeVisible();
  await row.getByRole('button', { name: /^U nalog za isplatu/ }).click();
  await into.getByRole('button', { name: 'U nalog za isplatu' }).click();
  await expect(row).toContainText('čeka nalog');
  await expectAccessible(admin);
  await owed.getByRole('button', { name: 'Zatvori' }).click();
  await admin.getByRole('button', { name: /^Nalog za isplatu/ }).click();
  const orders = admin.getByRole('dialog', { name: 'Nalog za isplatu' });
  await expect(orders.getByRole('row').filter({ hasText: mark })).toContainText('Povraćaj uplate od 3. 5. 2027.');
  await expect(orders.getByRole('row').filter({ hasText: `Narudžbina ${number}` })).toContainText(FIVE);
  await expectAccessible(admin);
});
