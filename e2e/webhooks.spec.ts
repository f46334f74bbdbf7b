import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { webhookForms, webhooksCopy } from '#domain/integrations/webhooks/copy.ts';
import { meanwhile, merging } from '#domain/merging-copy.ts';
import { discard } from './asks-first.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, expectAccessible, signInByHand, test, useSession } from './story.ts';

/** A program of somebody else's on this machine, which hears what happens. */
async function program() {
  const heard: { raw: string; headers: Record<string, string> }[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const part of request) raw += part;
    heard.push({ raw, headers: request.headers as Record<string, string> });
    response.writeHead(status).end(status === 500 ? 'database is locked' : undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    heard,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID().slice(0, 8)}`,
    answer: (next: number) => {
      status = next;
    },
    stop: () => server.close(),
  };
}

test('an address is added, hears what happens, is asked again after a failure, gets a new secret and is removed @phone', async ({
  page,
  context,
  request,
  quiet,
}) => {
  // An address inside a private network is refused.
  quiet.allow(/409/);
  const theirs = await program();
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin');
  await page.getByRole('link', { name: /Pristup za programe/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pristup za programe' })).toBeVisible();

  await page.getByRole('button', { name: 'Dodaj adresu' }).click();
  const form = page.getByRole('dialog', { name: 'Nova adresa' });
  await form.getByRole('button', { name: 'Dodaj adresu' }).click();
  await expect(form.getByText('Upišite adresu.')).toBeVisible();
  await expect(form.getByText('Izaberite bar jedan događaj.')).toBeVisible();
  await form.getByLabel('Adresa').fill('http://10.0.0.14:8080/vidik');
  await form.getByLabel('voucher.issued').check();
  await form.getByLabel('sve (order.*)').check();
  await expect(form.getByLabel('order.paid')).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Dodaj adresu' }).click();
  await expect(
    form.getByText('Ova adresa vodi u privatnu mrežu. Upišite javnu adresu koja počinje sa https.'),
  ).toBeVisible();
  await form.getByLabel('Adresa').fill(theirs.address);
  await form.getByRole('button', { name: 'Dodaj adresu' }).click();

  const shown = page.getByRole('dialog', { name: 'Adresa je dodata' });
  const secret = /whsec_[A-Za-z0-9+/]{48}/.exec(await shown.innerText())![0];
  await expect(shown.getByRole('button', { name: 'Završi' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Tajna nije sačuvana' }).getByRole('button', { name: 'Ostani' }).click();
  await shown.getByLabel('Tajna je sačuvana na sigurnom mestu.').check();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'Završi' }).click();

  const chosen = page.getByRole('region', { name: 'Izabrana adresa' });
  await expect(chosen.getByText(theirs.address)).toBeVisible();
  await chosen.getByRole('button', { name: 'Pošalji probni' }).click();
  await expect(
    page.getByText(/^Probni događaj je stigao na\s127\.0\.0\.1:\d+\.\sOdgovor\s204\sza\s\d+\sms\./),
  ).toBeVisible();

  theirs.answer(500);
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const issued = await request.post('/api/admin/vouchers', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { key: randomUUID(), count: 1, bannerCount: 1 },
  });
  // Another journey issues vouchers, too.
  const voucher: number = (await issued.json()).rows[0].id;
  const sent = page.getByRole('region', { name: /^Slanja/ });
  await expect(sent.getByText('„database is locked“').first()).toBeVisible();
  await expect(chosen.getByText('Ponavlja se')).toBeVisible();
  theirs.answer(204);
  await sent
    .getByRole('button', { name: new RegExp(`^Pošalji ponovo: voucher\\.issued, vaučer\\s${voucher}$`) })
    .first()
    .click();
  await expect(
    page.getByText(/^Poslato ponovo: voucher\.issued, vaučer\s\d+\.\sOdgovor\s204\sza\s\d+\sms\./),
  ).toBeVisible();
  await expect(chosen.getByText('Radi', { exact: true })).toBeVisible();
  const about = theirs.heard.filter(({ raw }) => raw.includes(`"kind":"voucher","id":"${voucher}"`));
  expect(new Set(about.map(({ headers }) => headers['webhook-id'])).size, 'the same event').toBe(1);
  expect(() => new Webhook(secret).verify(about[0]!.raw, about[0]!.headers)).not.toThrow();

  await sent.getByRole('button', { name: /^Stigla/ }).click();
  await sent
    .getByRole('button', { name: new RegExp(`prikaži zahtev i odgovor: voucher\\.issued, vaučer\\s${voucher}$`) })
    .first()
    .click();
  await expect(sent.getByText(/webhook-signature: v1,/)).toBeVisible();
  await expect(sent.getByText(about[0]!.raw)).toBeVisible();
  await expectAccessible(page);

  // As many failures as it takes: everything waits, until somebody says otherwise.
  theirs.answer(500);
  await request.post('/api/admin/vouchers', {
    headers: { authorization: `Bearer ${access_token}` },
    data: { key: randomUUID(), count: 6, bannerCount: 1 },
  });
  await expect(chosen.getByText(/^Pauzirano\sdo\s\d\d:\d\d\.$/)).toBeVisible();
  await expectAccessible(page);
  theirs.answer(204);
  await chosen.getByRole('button', { name: 'Probaj odmah' }).click();
  await expect(page.getByText(/^Stiglo je na\s127\.0\.0\.1:\d+\.\sOdgovor\s204\sza\s\d+\sms\./)).toBeVisible();
  await expect(chosen.getByText('Radi', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Zameni tajnu' }).click();
  await page.getByRole('dialog', { name: 'Zameniti tajnu?' }).getByRole('button', { name: 'Zameni tajnu' }).click();
  const rotated = page.getByRole('dialog', { name: 'Tajna je zamenjena' });
  await rotated.getByLabel('Tajna je sačuvana na sigurnom mestu.').check();
  await rotated.getByRole('button', { name: 'Završi' }).click();
  await expect(page.getByText('Važe dve tajne.')).toBeVisible();
  await page.getByRole('button', { name: 'Ukini staru sada' }).click();
  await page
    .getByRole('dialog', { name: 'Ukinuti staru tajnu?' })
    .getByRole('button', { name: 'Ukini staru sada' })
    .click();
  await expect(page.getByText('Stara tajna više ne važi.')).toBeVisible();

  // Whoever comes by its address finds it open.
  await page.reload();
  await expect(chosen.getByText(theirs.address)).toBeVisible();
  await chosen.getByRole('button', { name: 'Ukloni adresu' }).click();
  await page.getByRole('dialog', { name: 'Ukloniti adresu?' }).getByRole('button', { name: 'Ukloni adresu' }).click();
  await expect(page.getByText(/^Adresa\s127\.0\.0\.1:\d+\sje uklonjena\./)).toBeVisible();
  await expect(page.getByText(theirs.address)).toHaveCount(0);
  theirs.stop();
});

/** Two addresses of one program, added by an administrator with that session. */
async function twoAddresses(request: APIRequestContext) {
  const theirs = await program();
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const [one, two] = [randomUUID(), randomUUID()];
  const urlOf = (id: string) => `${theirs.address}/${id}`;
  for (const id of [one, two]) {
    const data = { id, url: urlOf(id), events: ['voucher.issued'] };
    const added = await request.post('/api/admin/webhooks', { headers, data });
    expect(added.status(), await added.text()).toBe(200);
  }
  return { theirs, session, headers, one, two, urlOf };
}

test('what was sent to an address is not asked for once somebody else removed it, nor once it is removed here', async ({
  page,
  context,
  request,
}) => {
  const { theirs, session, headers, one, two, urlOf } = await twoAddresses(request);
  await useSession(context, session);
  const asked: string[] = [];
  page.on('request', (sent) => {
    const of = /\/api\/admin\/webhooks\/([\w-]{36})\/deliveries/.exec(sent.url());
    if (of) asked.push(of[1]!);
  });
  const timesAsked = (id: string) => asked.filter((of) => of === id).length;
  const chosen = page.getByRole('region', { name: 'Izabrana adresa' });
  const open = async (id: string) => {
    const deliveries = page.waitForResponse(new RegExp(`/api/admin/webhooks/${id}/deliveries`));
    await page.goto(`/admin/keys?adresa=${id}`);
    await expect(chosen.getByText(urlOf(id))).toBeVisible();
    await deliveries;
  };

  await open(one);
  // The list takes longer to come than the word of a change.
  await page.route('**/api/admin/webhooks', async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue().catch(() => {});
  });
  const before = timesAsked(one);
  expect((await request.delete(`/api/admin/webhooks/${one}`, { headers })).status()).toBe(200);
  await expect(page.getByText(urlOf(one))).toHaveCount(0);
  expect(timesAsked(one)).toBe(before);

  await open(two);
  const there = timesAsked(two);
  const read = page.waitForResponse(/\/api\/admin\/webhooks$/);
  await chosen.getByRole('button', { name: 'Ukloni adresu' }).click();
  await page.getByRole('dialog', { name: 'Ukloniti adresu?' }).getByRole('button', { name: 'Ukloni adresu' }).click();
  await expect(page.getByText(/^Adresa\s127\.0\.0\.1:\d+\sje uklonjena\./)).toBeVisible();
  await read;
  await expect(page.getByText(urlOf(two))).toHaveCount(0);
  expect(timesAsked(two)).toBe(there);
  theirs.stop();
});

test('who comes back to a tab reads that the address was removed meanwhile, and what was sent there is not asked for', async ({
  page,
  context,
  request,
}) => {
  const { theirs, session, headers, one, two, urlOf } = await twoAddresses(request);
  await useSession(context, session);
  let asked = 0;
  page.on('request', (sent) => {
    if (sent.url().includes(`/api/admin/webhooks/${one}/deliveries`)) asked += 1;
  });
  const chosen = page.getByRole('region', { name: webhooksCopy.chosen });
  await page.goto(`/admin/keys?adresa=${one}`);
  await expect(chosen.getByText(urlOf(one))).toBeVisible();
  // Once when it is opened, and once more where the stream opens after that.
  let before = 0;
  await expect
    .poll(
      () => {
        const isSettled = asked > 0 && asked === before;
        before = asked;
        return isSettled;
      },
      { intervals: [1_000] },
    )
    .toBe(true);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  expect((await request.delete(`/api/admin/webhooks/${one}`, { headers })).status()).toBe(200);
  before = asked;
  await page.evaluate(() => {
    // What was read is old by now.
    const { now } = Date;
    Date.now = () => now() + 60_000;
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect(page.getByText(webhooksCopy.gone)).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await expectAccessible(page);
  expect(asked).toBe(before);

  // The other one is opened only by whoever wants it.
  await page
    .getByRole('row')
    .filter({ hasText: urlOf(two) })
    .getByRole('button', { name: /^Otvori/ })
    .click();
  await expect(chosen.getByText(urlOf(two))).toBeVisible();
  await expect(page.getByText(webhooksCopy.gone)).toHaveCount(0);
  expect((await request.delete(`/api/admin/webhooks/${two}`, { headers })).status()).toBe(200);
  theirs.stop();
});

test('a question about an address stays about it: when somebody else removes it, only closing is left, and the other one is untouched', async ({
  page,
  context,
  request,
}) => {
  const { theirs, session, headers, one, two, urlOf } = await twoAddresses(request);
  await useSession(context, session);
  const chosen = page.getByRole('region', { name: 'Izabrana adresa' });
  await page.goto(`/admin/keys?adresa=${one}`);
  await expect(chosen.getByText(urlOf(one))).toBeVisible();
  await chosen.getByRole('button', { name: 'Ukloni adresu' }).click();
  const question = page.getByRole('dialog', { name: 'Ukloniti adresu?' });
  const remove = question.getByRole('button', { name: 'Ukloni adresu' });
  await expect(remove).toBeEnabled();
  expect((await request.delete(`/api/admin/webhooks/${one}`, { headers })).status()).toBe(200);
  await expect(question.getByRole('alert')).toHaveText(meanwhile.impossible);
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await question.getByRole('button', { name: webhookForms.keep }).click();
  await expect(question).toHaveCount(0);
  await page.goto(`/admin/keys?adresa=${two}`);
  await expect(chosen.getByText(urlOf(two))).toBeVisible();

  // What was changed meanwhile is seen before the form is saved; a field that was not touched takes it.
  await chosen.getByRole('button', { name: webhooksCopy.edit }).click();
  const form = page.getByRole('dialog', { name: webhookForms.editTitle });
  await form.getByLabel('order.paid').check();
  const data = { version: 1, url: `${urlOf(two)}/dalje`, events: ['voucher.issued'] };
  const changed = await request.put(`/api/admin/webhooks/${two}`, { headers, data });
  expect(changed.ok(), await changed.text()).toBe(true);
  const save = form.getByRole('button', { name: webhookForms.save });
  await expect(form.getByRole('alert')).toContainText(meanwhile.changed);
  await expect(save).toBeDisabled();
  await form.getByRole('button', { name: meanwhile.seen }).click();
  await expect(form.getByLabel(webhookForms.url, { exact: true })).toHaveValue(data.url);
  await expect(form.getByLabel('order.paid')).toBeChecked();

  // An address that both typed is chosen.
  await form.getByLabel(webhookForms.url, { exact: true }).fill(`${urlOf(two)}/moja`);
  const again = { ...data, version: 2, url: `${urlOf(two)}/tudja` };
  expect((await request.put(`/api/admin/webhooks/${two}`, { headers, data: again })).status()).toBe(200);
  await form.getByRole('button', { name: meanwhile.seen }).click();
  const merge = page.getByRole('dialog', { name: webhookForms.merge });
  await expect(merge.getByText(again.url)).toBeVisible();
  await expect(merge.getByText(`${urlOf(two)}/moja`)).toBeVisible();
  await expect(merge.getByRole('button', { name: merging.save })).toBeDisabled();
  await expectAccessible(page);
  await merge.getByRole('button', { name: merging.back }).click();
  await expect(form.getByLabel(webhookForms.url, { exact: true })).toHaveValue(`${urlOf(two)}/moja`);
  await form.getByRole('button', { name: webhookForms.cancel }).click();
  await discard(page);
  expect((await request.delete(`/api/admin/webhooks/${two}`, { headers })).status()).toBe(200);
  theirs.stop();
});
