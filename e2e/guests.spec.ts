import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import { merging } from '#domain/merging-copy.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** A family's reservation, paid or waiting: the path of its page. */
async function family(request: APIRequestContext, who: ReturnType<typeof somebody>, { paid = true } = {}) {
  const made = await request.post('/api/event/reservations', {
    data: {
      key: randomUUID(),
      personalInfo: { firstName: who.firstName, lastName: who.lastName, email: who.email, phone: '0641234567' },
      selectedCountry: 'RS',
      selectedPackage: 'two-tickets-accommodation',
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { number, link } = await made.json();
  if (paid) await confirm(request, number);
  return { number: number as number, path: new URL(link).pathname };
}

/** Its payment has come. */
async function confirm(request: APIRequestContext, number: number) {
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const { rows } = await (await request.get(`/api/admin/event/reservations?search=${number}`, { headers })).json();
  const row = rows.find((one: { number: number }) => one.number === number);
  const confirmed = await request.post(`/api/admin/event/reservations/${row.id}/confirm`, { headers, data: {} });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

test('whoever reserved names the second person, gives one place away, and shows a code on the whole screen', {
  tag: '@phone',
}, async ({ page, request }) => {
  const { number, path } = await family(request, somebody('Đurđica', 'Šćekić'));
  await page.goto(path);
  const second = page.getByRole('article').nth(1);
  await expect(second.getByText('Ime još nije upisano')).toBeVisible();
  await expectAccessible(page);

  await second.getByRole('button', { name: 'Upišite ime' }).click();
  await page.getByRole('button', { name: 'Sačuvaj ime' }).click();
  await expect(page.getByText('Ime je obavezno', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Ime', { exact: true }).fill('Radivoje');
  await page.getByLabel('Prezime').fill('Šćekić-Džudović');
  await page.getByRole('button', { name: 'Sačuvaj ime' }).click();
  await expect(second.getByText('Radivoje Šćekić-Džudović')).toBeVisible();

  await second.getByRole('button', { name: 'Ceo ekran' }).click();
  const whole = page.getByRole('dialog', { name: new RegExp(`${number}-2`) });
  await expect(whole.getByRole('img')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: new RegExp(`${number}-1`) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await second.getByRole('button', { name: 'Ustupite mesto' }).click();
  await page.getByLabel('Ime', { exact: true }).fill('Milan');
  await page.getByLabel('Prezime').fill('Ćirić');
  await page.getByLabel('Email te osobe').fill(somebody().email);
  await page.getByRole('button', { name: 'Ustupi mesto' }).click();
  await expect(second.getByText('Milan Ćirić')).toBeVisible();
  await expect(second.getByText('Ustupljena')).toBeVisible();
  await expect(second.getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('article').first().getByText('Važi', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('both tickets come in one file once they are paid; until then the place of the code says what is waited for', {
  tag: '@phone',
}, async ({ page, request }) => {
  const waiting = await family(request, somebody('Jelisaveta', 'Čekić'), { paid: false });
  await page.goto(waiting.path);
  const first = page.getByRole('article').first();
  await expect(first.getByText('Čeka plaćanje', { exact: true })).toHaveCount(2);
  await expect(first.getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Preuzmite/ })).toHaveCount(0);
  await expectAccessible(page);

  const paid = await family(request, somebody('Desanka', 'Platić'));
  await page.goto(paid.path);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Preuzmite obe karte (PDF)' }).click();
  expect((await file).suggestedFilename()).toContain(String(paid.number));
});

test('a ticket whose event is over is not kept, whichever page is opened', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/Failed to (load|fetch)|ERR_FAILED|Offline/i);
  const { path } = await family(request, somebody('Persida', 'Prošlić'));
  const token = path.split('/').at(-1)!;
  await page.goto(path);
  await expect(page.getByRole('link', { name: 'Preuzmite obe karte (PDF)' })).toBeVisible();
  const keptKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vidik.ticket.')));
  await expect.poll(keptKeys).toEqual([`vidik.ticket.${token}`]);
  const today = await page.evaluate((key) => localStorage.getItem(key)!, `vidik.ticket.${token}`);
  const { at, page: shown } = JSON.parse(today);
  const old = JSON.stringify({ at, page: { ...shown, event: { ...shown.event, year: 2025, firstDay: '2025-09-20' } } });
  const keep = (kept: string) =>
    page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [`vidik.ticket.${token}`, kept]);

  for (const address of ['/', '/auth', '/usb-packages', '/company-terms']) {
    await keep(today);
    await page.goto(address);
    await page.reload();
    await expect.poll(keptKeys, `${address}: still to come`).toHaveLength(1);
    await keep(old);
    await page.reload();
    await expect.poll(keptKeys, `${address}: over`).toEqual([]);
  }

  // Without a network it is not shown either, not even before it has been forgotten.
  await context.addInitScript(
    ([name, text]) => {
      localStorage.setItem(name!, text!);
    },
    [`vidik.ticket.${token}`, old],
  );
  await page.route('**/api/event/tickets/**', (route) => route.abort());
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Pokušaj ponovo' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('img', { name: /^QR kod karte/ })).toHaveCount(0);
});

test('the organiser publishes the way and the timetable, and guests find them on their ticket', async ({
  page,
  context,
  request,
}) => {
  test.skip(test.info().project.name === 'phone', 'there is one event, and the other browser publishes it');
  const { path } = await family(request, somebody('Vesna', 'Njegovan'));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/event-payments');
  await page.getByRole('button', { name: 'Dolazak i satnica' }).click();
  const form = page.getByRole('dialog');
  const fill = (label: string, text: string) => form.getByLabel(label).fill(text);
  await fill('Prijava na ulazu', '20. septembra od 8:30');
  await form.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
  await expect(form.getByText(/^Za dolazak upišite/)).toBeVisible();
  await fill('Telefon na dan događaja', '+382 20 000 000');
  await fill('Oznaka A na mapi', 'autobuska stanica, peške 12 minuta');
  await fill('Oznaka B na mapi', 'magistrala iz pravca Bara');
  await fill('Oznaka P na mapi', 'parking za goste, iza hotela');
  await fill('Satnica za 20. septembar', '08:30 Prijava i kafa\nKako vodite sebe');
  await fill('Satnica za 21. septembar', '09:00 Podela posla u ekipi | Radionica');
  await form.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
  await expect(form.getByText(/Red 2 nije stavka/)).toBeVisible();
  await expectAccessible(page);
  await fill('Satnica za 20. septembar', '08:30 Prijava i kafa\n10:00 Kako vodite sebe');
  await form.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
  await expect(form).toBeHidden();

  await page.goto(path);
  await expect(page.getByRole('img', { name: /^Skica puta do hotela: autobuska stanica/ })).toBeVisible();
  await expect(page.getByText('20. septembra od 8:30')).toBeVisible();
  await expect(page.getByText('Kako vodite sebe')).toBeVisible();
  await expectAccessible(page);
});

test('the organiser sees whom a change of the event concerns, and nothing happens without the word', async ({
  page,
  context,
  request,
}) => {
  await family(request, somebody('Nada', 'Otkazović'));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/event-payments');
  await page.getByRole('button', { name: 'Otkaži ili pomeri događaj' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('row', { name: /^Porodični paket/ })).toBeVisible();
  await expect(form.getByText(/^Stiglo je /)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Pomeri događaj' }).click();
  await expect(form.getByText('Izaberite prvi dan.')).toBeVisible();
  await expect(form.getByLabel('Prvi dan novog datuma')).toBeFocused();
  await form.getByLabel('Prvi dan novog datuma').fill('2027-09-30');
  await expect(form.getByText('Novi datum: 30. septembar – 1. oktobar 2027.')).toBeVisible();
  await expect(form.getByLabel('Poslednji dan za izbor')).not.toHaveValue('');
  await form.getByLabel('Razlog (ide u poruku)').fill('Hotel je zatvoren zbog radova.');
  await form.getByRole('button', { name: 'Pomeri događaj' }).click();
  await expect(form.getByText('Upišite reč „pomeram“.')).toBeVisible();
  await form.getByRole('button', { name: 'Otkazujem događaj' }).click();
  await expect(form.getByText('Otkazivanje ne može da se opozove.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Odbaci tekst' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const offer = await (await request.get('/api/event/offer')).json();
  expect(offer.event.change).toBeNull();
});

test('after a move a guest who paid keeps the ticket or asks for the money, and may change it', async ({
  page,
  request,
}) => {
  const { path } = await family(request, somebody('Olga', 'Selidbić'));
  // There is one event, and the other journeys need it where it is: the browser alone sees it moved.
  let made: 'keep' | 'refund' | null = null;
  const choice = () => ({
    until: '2027-05-24T22:00:00.000Z',
    made,
    open: true,
    money: [{ amount: 3_201_100, currency: 'RSD' }],
    returned: false,
  });
  await page.route(/\/api\/event\/tickets\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const seen = await answer.json();
    const change = { kind: 'moved', from: '2027-09-20', reason: 'Hotel je zatvoren.', choice: choice() };
    const void_ = made === 'refund' ? { status: 'otkazano', cancelledAt: '2027-05-10T10:00:00.000Z', tickets: [] } : {};
    const event = { ...seen.event, firstDay: '2027-10-04' };
    await route.fulfill({ response: answer, json: { ...seen, event, change, ...void_ } });
  });
  await page.route(/\/choice$/, async (route) => {
    made = route.request().postDataJSON().choice;
    await route.fulfill({ json: { choice: made } });
  });
  await page.goto(path);
  await expect(page.getByText('4–5. oktobar 2027.').first()).toBeVisible();
  await expect(page.getByText(/^Umesto 20.+septembra.+događaj se održava 4.+oktobra/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tražim novac' }).click();
  const sure = page.getByRole('dialog', { name: 'Tražiti novac?' });
  await expect(sure).toContainText('Karte odmah prestaju da važe');
  await sure.getByRole('button', { name: 'Tražim novac' }).click();
  await expect(page.getByRole('heading', { name: 'Rezervacija je otkazana' })).toBeVisible();
  await expect(page.getByText(/vam vraća 32\.011,00/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zadržavam kartu' }).click();
  await expect(page.getByText(/^Zadržavate kartu. Do/)).toBeVisible();
  await expect(page.getByText('Važi', { exact: true }).first()).toBeVisible();
});

test('a guest asks for the claim on a company before paying', async ({ page, request }) => {
  const { number, path } = await family(request, somebody('Pera', 'Pekar'), { paid: false });
  await page.goto(path);
  await page.getByText('Račun na firmu').click();
  await page.getByRole('button', { name: 'Sačuvaj podatke firme' }).click();
  await expect(page.getByText('Upišite naziv firme.')).toBeVisible();
  await page.getByLabel('Naziv firme').fill('Pekara Đurđevak d.o.o.');
  await page.getByLabel('PIB').fill('100002888');
  await page.getByLabel('Matični broj').fill('17162543');
  await page.getByLabel('Adresa firme').fill('Ulica 1, Niš');
  await page.getByRole('button', { name: 'Sačuvaj podatke firme' }).click();
  await expect(page.getByText('PIB nije ispravan. Proverite cifre.')).toBeVisible();
  await expect(page.getByLabel('PIB')).toBeFocused();
  await page.getByLabel('PIB').fill('100002887');
  await page.getByRole('button', { name: 'Sačuvaj podatke firme' }).click();
  await expect(page.getByText('Račun glasi na firmu Pekara Đurđevak d.o.o., PIB 100002887.')).toBeVisible();
  await expectAccessible(page);

  // The payment is recorded while another address is being typed.
  await page.getByLabel('Adresa firme').fill('Ulica 2, Niš');
  await confirm(request, number);
  await page.getByRole('button', { name: 'Upišite ime' }).click();
  await page.getByLabel('Ime', { exact: true }).fill('Radivoje');
  await page.getByLabel('Prezime').fill('Pekar');
  await page.getByRole('button', { name: 'Sačuvaj ime' }).click();
  await expect(page.getByText(/^Firma može da se upiše samo dok rezervacija čeka uplatu\./)).toBeVisible();
  await expect(page.getByLabel('Adresa firme')).toHaveValue('Ulica 2, Niš');
  await expect(page.getByRole('button', { name: 'Sačuvaj podatke firme' })).toBeDisabled();
  await page.getByRole('main').getByRole('button', { name: 'Zatvori', exact: true }).click();
  await expect(page.getByLabel('Adresa firme')).toHaveCount(0);
});

test('a company that somebody with the same link named meanwhile is shown before another one is saved over it', async ({
  page,
  request,
  quiet,
}) => {
  quiet.allow(/status of 409/);
  const { path } = await family(request, somebody('Ruža', 'Pekar'), { paid: false });
  const claim = {
    companyName: 'Pekara Đurđevak d.o.o.',
    taxNumber: '100002887',
    registrationNumber: '17162543',
    address: 'Ulica 1, Niš',
  };
  const words = ticketPageCopy.claim;
  await page.goto(path);
  await page.getByText(words.title).click();
  await page.getByLabel(words.companyName).fill('Mlin Đukić');
  await page.getByLabel(words.taxNumber).fill(claim.taxNumber);
  await page.getByLabel(words.registrationNumber).fill(claim.registrationNumber);
  await page.getByLabel(words.address).fill(claim.address);
  const token = path.split('/').at(-1);
  const named = await request.post(`/api/event/tickets/${token}/claim`, { data: { shown: null, claim } });
  expect(named.status(), await named.text()).toBe(200);
  await page.getByRole('button', { name: words.save }).click();

  const merge = page.getByRole('dialog', { name: words.merge });
  const names = merge.getByRole('group', { name: words.companyName });
  await expect(names.getByText('Mlin Đukić')).toBeVisible();
  await expect(names.getByText(claim.companyName)).toBeVisible();
  await expect(merge.getByRole('button', { name: merging.save })).toBeDisabled();
  await expect(merge.getByText(merging.same(3))).toBeVisible();
  await expectAccessible(page);
  await names.getByRole('radio').first().check();
  await merge.getByRole('button', { name: merging.save }).click();
  await expect(page.getByText(words.saved)).toBeVisible();
  await expect(page.getByText(words.shown('Mlin Đukić', claim.taxNumber))).toBeVisible();
});

test('a ticket that was opened once is shown without a network', { tag: '@phone' }, async ({
  page,
  request,
  quiet,
}) => {
  quiet.allow(/Failed to (fetch|load)|ERR_/);
  const { number, path } = await family(request, somebody('Nemanja', 'Bezmrežić'));
  await page.goto(path);
  await expect(page.getByRole('img', { name: `QR kod karte broj ${number}-1` })).toBeVisible();
  await page.route('**/api/event/tickets/**', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByText('Nema veze. Karta je sačuvana na ovom telefonu i važi.')).toBeVisible();
  await expect(page.getByRole('img', { name: `QR kod karte broj ${number}-1` })).toBeVisible();
});
