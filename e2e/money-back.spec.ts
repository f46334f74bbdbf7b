import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { meanwhile, merging } from '../domain/merging-copy.ts';
import { payoutCopy } from '../domain/payouts/copy.ts';
import { dayOf } from '../domain/time.ts';
import { COMPANY, camtFile, type SampleEntry } from '../server/test/statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  type Somebody,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

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

interface Firm {
  who: Somebody;
  session: Awaited<ReturnType<typeof member>>;
  /** Of the order. */
  number: number;
  pay: { reference: string; amount: number };
}

/** A firm orders a package by transfer. */
async function ordered(request: APIRequestContext, productName: string, productPrice: number, months: number) {
  const who = somebody('Anđelija', 'Đurđevak');
  const session = await member(request, who);
  const firm = asker(request, session.access_token);
  const { transfer } = await firm<{ transfer: { order: number; pay: Firm['pay'] } }>(
    'post',
    '/functions/create-payment',
    {
      productName,
      productPrice,
      way: 'transfer',
      months,
      companyInfo: {
        email: who.email,
        company_name: 'Pekara Đurđevak d.o.o.',
        company_address: 'Glavna 1',
        company_registration_number: '17162543',
        company_tax_number: '100002887',
        company_city: 'Beograd',
        company_postal_code: '11000',
        company_contact: '+381641112222',
      },
    },
  );
  return { who, session, number: transfer.order, pay: transfer.pay };
}

const dinars = (para: number) => (para / 100).toFixed(2);

async function imported(request: APIRequestContext, token: string, lines: SampleEntry[]): Promise<string> {
  const loaded = await request.post('/api/admin/bank/statements', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: {
        name: 'izvod.xml',
        mimeType: 'application/xml',
        buffer: Buffer.from(camtFile(lines, { account: COMPANY })),
      },
    },
  });
  expect(loaded.ok(), await loaded.text()).toBe(true);
  return (await loaded.json()).importId;
}

/** What the journeys begin with: two firms that have paid, and money that nobody knows. */
let staffSession: Awaited<ReturnType<typeof signInByHand>>;
let half: Firm;
let dear: Firm;
let mark: string;

test.beforeAll(async ({ request }) => {
  staffSession = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const staff = asker(request, staffSession.access_token);
  half = await ordered(request, 'starter', 99, 6);
  dear = await ordered(request, 'pro', 999, 1);
  mark = `ILIĆ ${randomInt(1_000_000)}`;
  const firms = [half, dear];
  const importId = await imported(request, staffSession.access_token, [
    ...firms.map(({ pay: { amount, reference } }) => ({
      amount: dinars(amount),
      currency: 'RSD' as const,
      reference: `97 ${reference}`,
      bankReference: randomUUID(),
    })),
    {
      amount: '12000.00',
      currency: 'RSD' as const,
      payer: mark,
      account: 'RS35160000000012345654',
      bankReference: randomUUID(),
    },
  ]);
  const { rows } = await staff<{ rows: { id: string }[] }>('get', `/admin/bank/statements/${importId}/lines?all=true`);
  for (const [n, { pay }] of firms.entries())
    await staff('post', `/admin/bank/lines/${rows[n]!.id}/hold`, { decision: 'confirm', shown: pay.amount });
  await staff('post', `/admin/bank/lines/${rows[firms.length]!.id}/hold`, {
    decision: 'return',
    reason: 'Nepoznat platilac',
  });
  // Decisions at the desk wait two minutes.
  for (const { number } of firms)
    await expect
      .poll(async () => (await staff<{ status: string }>('get', `/admin/orders/${number}`)).status, {
        timeout: 200_000,
      })
      .toBe('paid');
});

test('months of a package that have not begun go back to the account the firm names; money that nobody knows goes into the same payment order', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // Money that was named another account meanwhile.
  quiet.allow(/status of 409/);
  const { who, session, number } = half;
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
  const ofFirm = orders.getByRole('row').filter({ hasText: `Narudžbina ${number}` });
  await expect(ofFirm).toContainText(FIVE);
  await expectAccessible(admin);

  // Staff write down another account while the firm names one itself: both are shown before either is saved.
  await ofFirm.getByRole('button', { name: /^Promeni račun/ }).click();
  const naming = admin.getByRole('dialog', { name: payoutCopy.nameTitle });
  await naming.getByLabel('Broj računa').fill('205-0000000000002-82');
  const named = await request.post(`/api/payouts/${link.split('/').at(-1)}/account`, {
    data: { payee: 'Pekara Đurđevak d.o.o.', account: '205-0000000000001-85' },
  });
  expect(named.status(), await named.text()).toBe(200);
  await naming.getByRole('button', { name: payoutCopy.save }).click();
  await naming.getByRole('button', { name: meanwhile.seen }).click();
  const merge = admin.getByRole('dialog', { name: payoutCopy.merge });
  const accounts = merge.getByRole('group', { name: 'Broj računa' });
  await expect(accounts.getByRole('radio')).toHaveCount(2);
  await expect(merge.getByRole('button', { name: merging.save })).toBeDisabled();
  await expectAccessible(admin);
  await accounts.getByRole('radio').first().check();
  await merge.getByRole('button', { name: merging.save }).click();
  await expect(admin.getByText(payoutCopy.named)).toBeVisible();
  await expect(ofFirm).toContainText('205-0000000000002-82');
});

test('what goes back by the terms above the limit waits for a second person, and its units with it; declined, they come back', async ({
  page,
  browser,
  request,
  quiet,
}) => {
  // A preview that is read again once its refund is there is refused.
  quiet.allow(/status of 4(09|22)/);
  const { session, number } = dear;
  const admin = await another(browser, quiet, page, staffSession);
  await admin.goto(`/admin/orders/${number}`);
  await admin.getByRole('button', { name: /^Vrati novac/ }).click();
  const refund = admin.getByRole('dialog', { name: 'Povraćaj novca' });
  // Of a month that began nothing else goes back, so there is no choice.
  await expect(refund).toContainText('Ugovor prestaje');
  await refund.getByLabel('Razlog').selectOption({ label: 'Prestanak bez krivice firme' });
  await expect(refund).toContainText('117.053,00 RSD je iznad granice od 500,00 €.');
  await refund.getByRole('button', { name: 'Pošalji na potvrdu' }).click();
  await expect(admin.getByText('Povraćaj 117.053,00 RSD čeka potvrdu druge osobe.')).toBeVisible();
  await expect(admin.getByText('Potvrda mora da bude od druge osobe.')).toBeVisible();
  await expectAccessible(admin);
  const firm = asker(request, session.access_token);
  const units = () => firm<{ banners: number; tvSeconds: number }>('get', '/advertising/account');
  expect(await units()).toMatchObject({ banners: 0, tvSeconds: 0 });
  await admin.getByRole('button', { name: 'Odbij' }).click();
  await expect(admin.getByText('Povraćaj je odbijen: 117.053,00 RSD.')).toBeVisible();
  expect(await units()).toMatchObject({ banners: 35_000, tvSeconds: 350_000 });
});
