import type { APIRequestContext, Page } from '@playwright/test';
import { database } from './adverts-on-tv.ts';
import { expect, type Somebody } from './story.ts';

const address = {
  companyName: '',
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone: '+381641234567',
};

/** One or ten devices that this person orders by transfer, without the shop's pages. */
export async function orderedByTransfer(request: APIRequestContext, who: Somebody, token: string, quantity = 1) {
  const [productName, productPrice] = quantity === 1 ? ['Vidik – 1 uređaj', 219] : ['Vidik – 10 uređaja', 1999];
  const answer = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      productName,
      productPrice,
      way: 'transfer',
      buyerInfo: { ...address, firstName: who.firstName, lastName: who.lastName },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { transfer } = await answer.json();
  return { number: transfer.order as number, reference: `97 ${transfer.pay.reference}` };
}

/** Loads a statement on /admin/bank. */
export async function loadStatement(page: Page, statement: string) {
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'izvod.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(statement),
  });
  await expect(dialog).toBeHidden();
}

/** The two minutes in which decisions about payments of this order can be undone are over. */
export async function endWaiting(order: number | string): Promise<void> {
  const db = await database();
  await db.query(
    `update bank_holds h set due_at = now() from statement_lines l join claims c on c.id = l.claim_id
     join orders o on o.id = c.order_id where l.hold_id = h.id and o.number = $1`,
    [order],
  );
  await db.query(`insert into pgboss.job (name, data, retry_limit) values ('bank.carry-out', '{}', 10)`);
  await db.end();
}
