import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { staffDuties } from '../accounts/schema.ts';
import { payouts } from '../payouts/schema.ts';
import type { TestApp } from './app.ts';
import { call, giveDuties, person } from './people.ts';
import { COMPANY, camtFile } from './statements.ts';

const ACCOUNT = '160-0000000123456-54';

/** Somebody who may give money back and agree to it. */
export async function accountant(shop: TestApp) {
  const one = await person(shop, 'admin');
  await giveDuties(shop, one, ['accounting', 'sales']);
  const since = new Date(shop.deps.now().getTime() - 2 * HOUR_MS);
  await shop.db.update(staffDuties).set({ since }).where(eq(staffDuties.profileId, one.id));
  return call(shop, one);
}
export type Accountant = Awaited<ReturnType<typeof accountant>>;

/** As the dialog does it: what can go back of the newest payment, what would happen, and then that. */
export async function askFor(staff: Accountant, { number: order }: { number: number }, more: object) {
  const { version, payments } = await staff.refunds.admin.read({ order });
  const base = { order, payment: payments[0]!.key, reason: 'agreement' as const, goods: 'none' as const };
  const wanted = { ...base, ...more } as Parameters<typeof staff.refunds.admin.preview>[0];
  const preview = await staff.refunds.admin.preview(wanted);
  const asked = { ...wanted, id: randomUUID(), version, shown: preview.money.amount };
  return { preview, payments, asked, refund: await staff.refunds.admin.ask(asked) };
}

let lines = 0;
/** The buyer names an account, the payout of the order is in a payment order, and a statement shows it. */
export async function paidOut(shop: TestApp, staff: Accountant, { id: orderId }: { id: string }): Promise<void> {
  const live = and(eq(payouts.orderId, orderId), inArray(payouts.state, ['account', 'ready']));
  const [row] = await shop.db.select().from(payouts).where(live);
  const { id, token, amount, reference } = row!;
  await call(shop).payouts.name({ token, payee: 'Pekara na uglu', account: ACCOUNT });
  await staff.payouts.admin.export({ id: randomUUID(), payouts: [id], shown: amount });
  lines += 1;
  const entry = {
    amount: `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
    currency: 'RSD' as const,
    reference: `97 ${reference}`,
    outgoing: true,
    bankReference: `P${lines}`,
  };
  const file = new File([camtFile([entry], { account: COMPANY })], 'izvod.xml');
  const done = await staff.bank.statements.import({ file });
  if (done.kind !== 'imported') throw new Error(done.kind);
  const found = (await staff.payouts.admin.matches({ importId: done.importId })).map(({ line }) => line);
  expect(await staff.payouts.admin.confirm({ importId: done.importId, lines: found })).toMatchObject({ executed: 1 });
}
