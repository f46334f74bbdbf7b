import type { APIRequestContext } from '@playwright/test';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  type Somebody,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const address = {
  companyName: '',
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone: '+381641234567',
};

async function ordered(request: APIRequestContext, who: Somebody, token: string, quantity = 1) {
  const [productName, productPrice] = quantity === 1 ? ['Vidik – 1 uređaj', 219] : ['Vidik – 10 uređaja', 1999];
  const answer = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      ...{ productName, productPrice, way: 'transfer' },
      buyerInfo: { ...address, firstName: who.firstName, lastName: who.lastName },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { transfer } = await answer.json();
  return { number: transfer.order as number, reference: `97 ${transfer.pay.reference}` };
}

test('a statement with every finding is decided at the desk: all that agrees with one press, the rest one by one, by keyboard, and taken back', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nataša', 'Drašković');
  const { access_token } = await member(request, who);
  const one = await ordered(request, who, access_token);
  const ten = await ordered(request, who, access_token, 10);
  const mark = who.username.toUpperCase();
  const statement = camtFile(
    [
      { amount: '25660.00', currency: 'RSD', reference: one.reference, payer: `${mark} K1` },
      { amount: '100000.00', currency: 'RSD', reference: ten.reference, payer: `${mark} K2` },
      { amount: '12.00', currency: 'EUR', reference: ten.reference, payer: `${mark} K3` },
      { amount: '25660.00', currency: 'RSD', payer: `${mark} K4`, purpose: 'za uređaj' },
      { amount: '350.00', currency: 'RSD', payer: `${mark} K5`, purpose: 'Provizija', outgoing: true },
    ].map((entry, n) => ({ ...entry, currency: entry.currency as 'RSD' | 'EUR', bankReference: `${mark}${n}` })),
    { account: COMPANY },
  );
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'izvod.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(statement),
  });
  await expect(dialog).toBeHidden();
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${mark} ${name}` });
  await expect(row('K1')).toContainText('Slaže se');
  await expect(row('K2')).toContainText('Uplaćeno manje');
  await expect(row('K3')).toContainText('Druga valuta');
  await expect(row('K4')).toContainText('Nepoznat poziv na broj');
  await expect(row('K5')).toContainText('Naknada banke ili nije naše');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(page.getByText(/^Potvrđeno 1 uplata, 25\.660,00/)).toBeVisible();
  await expect(row('K1')).toBeHidden();
  await page.keyboard.press('z');
  await expect(page.getByText('Poništeno. Nijedan račun nije izdat.')).toBeVisible();
  await expect(row('K1')).toContainText('Slaže se');

  const panel = page.getByRole('complementary', { name: 'Šta radimo' });
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 2');
  await expect(panel).toContainText('Nedostaje');
  await page.keyboard.press('Enter');
  await expect(row('K2')).toBeHidden();
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 3');
  await page.keyboard.press('s');
  await expect(row('K3')).toBeHidden();
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 4');
  await panel.getByLabel('Ime, broj ili iznos').fill(String(one.number));
  await panel.getByRole('button', { name: `${one.number}, ${who.firstName} ${who.lastName}` }).click();
  await expect(panel).toContainText('Očekuje se');
  await expectAccessible(page);
  await row('K5').getByRole('button').click();
  await panel.getByRole('button', { name: 'Naknada banke' }).click();
  await panel.getByRole('button', { name: 'Zatvori red' }).click();
  await expect(row('K5')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Sve', exact: true }).click();
  await expect(row('K5')).toContainText('Zatvoreno');
  await expect(row('K2')).toContainText('Sprovodi se u');
});

test('the rate of the euro is announced for a day to come, read with who set it, and taken back', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 422/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Kurs evra: 117,17' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kurs evra' });
  await expect(dialog.getByRole('row').filter({ hasText: 'od početka' })).toContainText('podešavanja firme');
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  await expect(dialog.getByText('Izaberite dan.')).toBeVisible();
  await expect(dialog.getByText('Upišite kurs, na primer 117,17.')).toBeVisible();
  await dialog.getByLabel('Važi od dana').fill('2091-05-06');
  await dialog.getByLabel('Dinara za 1 €').fill('118,5');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  const question = page.getByRole('dialog', { name: 'Upisati ovaj kurs?' });
  await expect(question).toContainText('1 € = 118,50 RSD. Sada važi 117,17 RSD; razlika je +1,1%.');
  await expect(question).not.toContainText('više se ne menja');
  await question.getByRole('button', { name: 'Upiši', exact: true }).click();
  await expect(page.getByText('Kurs je upisan.')).toBeVisible();
  const row = dialog.getByRole('row').filter({ hasText: '118,50' });
  await expect(row).toContainText(ADMIN_EMAIL);
  await expect(row).toContainText('najavljen');
  await row.getByRole('button', { name: /^Obriši/ }).click();
  await expect(row).toBeHidden();
  await dialog.getByLabel('Važi od dana').fill('2020-01-01');
  await dialog.getByLabel('Dinara za 1 €').fill('117');
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  await question.getByRole('button', { name: 'Upiši', exact: true }).click();
  await expect(question.getByText(/^Taj dan je prošao\. Kurs može da važi najranije od/)).toBeVisible();
});
