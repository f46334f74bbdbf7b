import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { requestableMonths } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { mails } from '../../platform/mail.schema.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { buyer, firm, testShop } from '../../test/shop.ts';
import { profiles } from '../schema.ts';

const app = await testShop({ env: { SPECIAL_PACKAGE_CHECK: 'refuse' } });
const admin = await person(app, 'admin');

async function register(chosen: string | null): Promise<TestPerson> {
  const email = `biram-${crypto.randomUUID()}@primer.rs`;
  const answer = await app.app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password: 'dovoljno duga lozinka',
      data: {
        first_name: 'Ana',
        last_name: 'Ilić',
        username: email,
        phone: '+381 64 123 4567',
        city: 'Niš',
        country: 'RS',
        chosen_product: chosen,
      },
    }),
  });
  expect(answer.status).toBe(200);
  const session = (await answer.json()) as { access_token: string; user: { id: string } };
  return { id: session.user.id, email, token: session.access_token } as TestPerson;
}

const approvedMail = async (email: string) => {
  await call(app, admin).accounts.admin.approve({
    ids: (await app.db.select().from(profiles).where(eq(profiles.email, email))).map(({ id }) => id),
  });
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'accounts.approved')));
  return mail!.props as { link: string; chosen: string | null };
};

test('what was chosen before registering is kept through the approval and is where its mail leads', async () => {
  const who = await register('Vidik – 10 uređaja');
  const as = call(app, who);
  expect((await as.accounts.me()).chosenProduct).toBe('Vidik – 10 uređaja');

  await as.accounts.own.choose({ product: 'starter' });
  expect((await as.accounts.me()).chosenProduct).toBe('starter');
  const { link, chosen } = await approvedMail(who.email);
  expect(chosen).toBe('Reklamni paket Starter');
  expect(new URL(link).searchParams.get('next')).toBe('/marketing-purchase?package=starter&price=99');
});

test('what was chosen leads nowhere any more once it is ordered, asked for, or sold no more', async () => {
  const [customer, subscriber, asker, late] = await Promise.all(
    ['Vidik – 10 uređaja', 'starter', specialPackage.name, 'Vidik – 1 uređaj'].map(register),
  );
  const chosenOf = async (who: TestPerson) => (await call(app, who).accounts.me()).chosenProduct;
  for (const who of [customer!, subscriber!, asker!, late!]) await approvedMail(who.email);

  expect(await chosenOf(customer!)).toBe('Vidik – 10 uređaja');
  const { createPayment } = call(app, customer!).payments;
  await createPayment({ productName: 'Vidik – 10 uređaja', productPrice: 1999, buyerInfo: buyer });
  expect(await chosenOf(customer!)).toBeNull();

  await call(app, subscriber!).payments.createPayment({ productName: 'starter', productPrice: 99, companyInfo: firm });
  expect(await chosenOf(subscriber!)).toBeNull();

  const month = requestableMonths(dayOf(app.clock.now))[0]!;
  const words = { company: 'Pekara', contact: '+381 64 123 4567', message: '' };
  await call(app, asker!).special.own.request({ id: crypto.randomUUID(), month, ...words });
  expect(await chosenOf(asker!)).toBeNull();

  await app.db.update(profiles).set({ chosenProduct: 'Vidik – 3 uređaja' }).where(eq(profiles.id, late!.id));
  expect(await chosenOf(late!)).toBeNull();
});

test('what the catalogue does not know is no choice, and the mail leads to signing in', async () => {
  const who = await register('Vidik – 3 uređaja');
  expect((await call(app, who).accounts.me()).chosenProduct).toBeNull();
  const { link, chosen } = await approvedMail(who.email);
  expect([new URL(link).search, chosen]).toEqual(['', null]);
});
