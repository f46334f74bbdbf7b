import { randomUUID } from 'node:crypto';
import { ADMIN_EMAIL, ADMIN_PASSWORD, applicant, expect, member, signInByHand, somebody, test, useSession } from './story.ts';

const OUT = '/tmp/a17-shots';
const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

async function shots(page: import('@playwright/test').Page, name: string, fullPage = true) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${OUT}/${name}-${width}.png`, fullPage });
  }
}

test('shots of a waiting person', async ({ page, context, request }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shots(page, 'auth', false);
  await useSession(context, await applicant(request, somebody('Milica', 'Čekić')));
  await page.goto('/pending-approval?next=%2Fusb-purchase%3Fproduct%3DVidik%2520%25E2%2580%2593%25201%2520ure%25C4%2591aj%26price%3D219');
  await expect(page.getByText('Zahtev je kod nas.')).toBeVisible();
  await page.waitForTimeout(1500);
  await shots(page, 'pending');
});

test('shots of a member', async ({ page, context, request }) => {
  const who = somebody();
  const session = (await member(request, who)) as { access_token: string };
  await useSession(context, session);
  await page.goto('/account');
  await expect(page.getByRole('navigation', { name: 'Delovi naloga' })).toBeVisible();
  await shots(page, 'account', false);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const buyerInfo = {
    firstName: 'Ana', lastName: 'Ilić', companyName: '', country: 'RS', address: 'Ulica lipa', addressNumber: '14', city: 'Čačak', postalCode: '32000', phone: '+381641234567',
  };
  for (const way of ['transfer', 'cash_on_delivery'] as const) {
    const made = await request.post('/api/functions/create-payment', {
      headers,
      data: { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo, way },
    });
    expect(made.status(), await made.text()).toBe(200);
  }
  await page.goto('/account#podaci');
  await page.getByRole('button', { name: 'Zatvorite nalog…' }).click();
  await expect(page.getByText('otkazuje se, a predračun više ne važi', { exact: false })).toBeVisible();
  await shots(page, 'closing', false);
});

test('shots of public pages', async ({ page, request }) => {
  await page.goto('/marketing-package');
  await page.getByRole('slider', { name: 'Vreme u toku dana' }).fill('270');
  await shots(page, 'special');
  const made = await request.post('/api/event/reservations', {
    data: {
      key: randomUUID(),
      personalInfo: { firstName: 'Desanka', lastName: 'Platić', email: somebody().email, phone: '0641234567' },
      selectedCountry: 'RS',
      selectedPackage: 'two-tickets-accommodation',
    },
  });
  const { number, link } = await made.json();
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('article').first()).toBeVisible();
  await shots(page, 'ticket-unpaid');
  await page.getByText('Račun na firmu').click();
  await page.getByLabel('Naziv firme').fill('Pekara Đurđevak d.o.o.');
  await page.getByLabel('PIB').fill('100002888');
  await page.getByLabel('Matični broj').fill('17162543');
  await page.getByLabel('Adresa firme').fill('Ulica 1, Niš');
  await page.getByRole('button', { name: 'Sačuvaj podatke firme' }).click();
  await page.waitForTimeout(300);
  await shots(page, 'claim', false);
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const { rows } = await (await request.get(`/api/admin/event/reservations?search=${number}`, { headers })).json();
  const row = rows.find((one: { number: number }) => one.number === number);
  await request.post(`/api/admin/event/reservations/${row.id}/confirm`, { headers, data: {} });
  await page.reload();
  await shots(page, 'ticket-paid');
  await page.goto('/personal-data-processing#clan-14');
  await shots(page, 'notice', false);
});

test('shots of the success card', async ({ page, context, request }) => {
  await useSession(context, await member(request, somebody()));
  await page.goto('/marketing-purchase?package=standard&price=249');
  const { fillCompany } = await import('./story.ts');
  await fillCompany(page, '100002887');
  await page.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  if (await page.getByText('Matični broj deluje neispravno.').isVisible().catch(() => false))
    await page.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  const pay = page.getByRole('button', { name: /^Plati 249/ });
  await page.waitForTimeout(1500);
  if (!(await pay.isVisible())) await page.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await pay.click();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await shots(page, 'paid');
});

test('shots of staff', async ({ page, context, request }) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/users');
  await page.waitForTimeout(2000);
  await shots(page, 'users', false);
});
