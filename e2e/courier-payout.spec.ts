import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const SUM = 26_050;
/** More than all other journeys together have bought: a device is free. */
const IN_STOCK = 2000;

/** Asks the controls of the courier's double. */
async function courier<T>(what: string, body: object = {}): Promise<T> {
  const file = path.join(process.env.E2E_DATA_DIR!, 'd-express.json');
  const { url, secret } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; secret: string };
  const answer = await fetch(new URL(`/_double/${what}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}
interface Parcels {
  parcels: { reference: string; codes: string[]; payment: string | null }[];
}

function asker(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return async <T>(method: 'get' | 'post', url: string, data?: object): Promise<T> => {
    const answer = await request[method](`/api${url}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok(), `${url}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
}

test('a courier hands over what it collected: the statement says which parcels, one is missing, and their orders are settled @phone', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const staff = asker(request, session.access_token);
  const series = randomInt(10, 99);
  const from = randomInt(1, 900) * 1000;
  const serials = Array.from({ length: IN_STOCK }, (_, n) => `VDK-${series}-${String(from + n).padStart(6, '0')}`);
  const taken = await request.post('/api/admin/stock/intakes', {
    headers: { authorization: `Bearer ${session.access_token}` },
    multipart: {
      key: randomUUID(),
      document: `Otpremnica ${from}`,
      file: {
        name: 'prijem.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Serijski broj', ...serials].join('\r\n')),
      },
    },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
  async function delivered(n: number) {
    const who = somebody('Nataša', 'Šćepanović');
    const buyer = asker(request, (await member(request, who)).access_token);
    const serial = serials[n]!;
    const { orderId, number } = await buyer<{ orderId: string; number: number }>('post', '/functions/create-payment', {
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      way: 'cash_on_delivery',
      buyerInfo: {
        companyName: '',
        country: 'RS',
        address: `Ulica ${from + n}`,
        addressNumber: '14',
        city: 'Čačak',
        postalCode: '32000',
        phone: `+38163${String(from + n).padStart(6, '0')}${n}`,
        firstName: who.firstName,
        lastName: who.lastName,
      },
    });
    const { version } = await staff<{ version: number }>('get', `/admin/orders/${number}`);
    const call = { id: randomUUID(), version, outcome: 'confirmed', next: null };
    await staff('post', `/admin/orders/${number}/calls`, call);
    const packing = await staff<{ version: number }>('get', `/admin/orders/${number}/packing`);
    const id = randomUUID();
    const boxes = [{ grams: 350, serials: [serial] }];
    await staff('post', `/admin/orders/${orderId}/parcels`, {
      id,
      version: packing.version,
      courier: 'd-express',
      boxes,
    });
    await staff('post', `/admin/orders/${orderId}/receipt`, {
      kind: 'receipt',
      number: `AB12CD34-AB12CD34-${from + n}`,
    });
    const key = `${number}-1`;
    await expect
      .poll(async () => (await courier<Parcels>('parcels')).parcels.some(({ reference }) => reference === key))
      .toBe(true);
    const held = (await courier<Parcels>('parcels')).parcels.find(({ reference }) => reference === key)!;
    await expect(async () => staff('post', `/admin/parcels/${id}/hand-over`, { labels: held.codes })).toPass({
      timeout: 20_000,
    });
    await courier('tell', { reference: key, status: '1' });
    await expect
      .poll(async () => (await staff<{ paymentState: string }>('get', `/admin/orders/${number}`)).paymentState)
      .toBe('collected');
    return { number, key };
  }
  const [first, second, forgotten] = [await delivered(1), await delivered(2), await delivered(3)];
  // Whatever other journeys have left with the courier is not in this transfer.
  const others = (await courier<Parcels>('parcels')).parcels
    .map(({ reference }) => reference)
    .filter((reference) => reference !== first.key && reference !== second.key);
  const paid = await courier<{ reference: string; amount: number }>('pay-out', { withheld: others, keeps: 12_000 });
  expect(paid.amount).toBe(2 * SUM * 100 - 12_000);
  const statement = camtFile(
    [
      {
        amount: (paid.amount / 100).toFixed(2),
        currency: 'RSD',
        reference: paid.reference,
        payer: 'D EXPRESS DOO BEOGRAD',
        purpose: 'otkup',
        bankReference: `${paid.reference}-${from}`,
      },
    ],
    { account: COMPANY },
  );

  await useSession(context, session);
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'izvod.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(statement),
  });
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'D EXPRESS' });
  await expect(row).toContainText('Isplata kurira');
  const panel = page.getByRole('complementary', { name: 'Šta radimo' });
  await expect(panel).toContainText('D Express javlja 2 pošiljke uz ovu isplatu. Zbir se slaže za 2.', {
    timeout: 20_000,
  });
  await expect(row).toContainText('2 pošiljke');
  await expect(panel.getByText(`Kurir nije preneo novac: ${forgotten.key}`)).toBeVisible();
  await expect(panel.getByText('Kurir je zadržao')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('courier-payout.png'), fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await panel.getByRole('button', { name: 'Pošalji upit kuriru' }).click();
  await expect(page.getByText('Upit je poslat korisničkoj službi kurira.')).toBeVisible();
  await panel.getByRole('button', { name: /^Upiši/ }).click();
  await expect(panel.getByText('Upišite razlog razlike.')).toBeVisible();
  await panel.getByLabel('Razlog razlike').fill('naknada kurira za otkup');
  await panel.getByRole('button', { name: /^Upiši/ }).click();
  await expect(page.getByText(/^Upisano 51\.980,00/)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Sve', exact: true }).click();
  await expect(row).toContainText('Sprovodi se u');
});
