import type { APIRequestContext, Page } from '@playwright/test';
import { layoutProblems } from './layout.ts';
import { buyerInfo, ordered, orderedPackage, owner, ownerOfAll, sides, staff } from './longest.ts';
import { paidByTransfer } from './longest-orders.ts';
import { expect, expectAccessible, useSession as openSession, test } from './story.ts';

/** Dialogs of the back office and of the shop, each opened once over rows as long as they come. */
test.describe.configure({ mode: 'parallel' });

type Open = (page: Page) => Promise<void>;

const press =
  (...names: (string | RegExp)[]): Open =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click({ timeout: 20_000 });
  };
/** An action of the first row with such a menu. */
const pick =
  (menu: string | RegExp, action: string | RegExp): Open =>
  async (page) => {
    await page.getByRole('button', { name: menu }).first().click({ timeout: 20_000 });
    await page.getByRole('menuitem', { name: action }).click({ timeout: 20_000 });
  };

interface Screen {
  at: (request: APIRequestContext) => Promise<string>;
  as?: (request: APIRequestContext) => Promise<object>;
  dialogs: Record<string, Open>;
}

const device = async (request: APIRequestContext) => ({
  productName: 'Vidik – 1 uređaj',
  productPrice: 219,
  buyerInfo: await buyerInfo(request),
});
/** An order of a device that was paid and not sent. */
const toBeSent = async (request: APIRequestContext) =>
  (await paidByTransfer(request, await sides(request), await device(request))).number;
const emailOf = async (request: APIRequestContext) => encodeURIComponent((await owner(request)).who.email);
const idOf = async (request: APIRequestContext) => (await owner(request)).session.user.id;

const SCREENS: Record<string, Screen> = {
  Danas: {
    at: async () => '/admin',
    dialogs: {
      'an address is given to an installer': press('Dodeli montažu'),
      'a task is answered': press(/^Odgovori/),
    },
  },
  Korisnici: {
    at: async (request) => `/admin/users?q=${await emailOf(request)}`,
    dialogs: {
      'somebody is blocked': pick(/^Radnje: /, 'Blokiraj nalog…'),
      'notice is given': pick(/^Radnje: /, 'Otkaži uz 30 dana…'),
      'a contract ends at once': pick(/^Radnje: /, 'Raskini odmah…'),
      'somebody is erased': pick(/^Radnje: /, 'Trajno obriši…'),
    },
  },
  'the form of a person': {
    at: async (request) => `/admin/users?q=${await emailOf(request)}`,
    dialogs: {
      'rights are given': press(/^Izmeni: /, 'Daj administratorska prava'),
    },
  },
  Zahtevi: {
    at: async () => '/admin/registration-requests',
    dialogs: { 'a request is refused': pick(/^Radnje: /, 'Obriši zahtev…') },
  },
  Paketi: {
    at: async (request) => `/admin/subscriptions?q=${await emailOf(request)}`,
    dialogs: { 'an invoice is issued anew': pick(/^Dokumenti: /, /^Izdaj ponovo račun R-/) },
  },
  Pretplate: {
    at: async (request) => `/admin/subscriptions?view=subscriptions&q=${await emailOf(request)}`,
    dialogs: {
      'a subscription ends with its month': pick(/^Radnje:/, 'Otkaži na kraju perioda…'),
      'a subscription ends at once': pick(/^Radnje:/, 'Otkaži odmah…'),
      'another card is asked for': pick(/^Radnje:/, 'Pošalji link za drugu karticu…'),
    },
  },
  Vaučeri: {
    at: async () => '/admin/vouchers',
    dialogs: { 'vouchers are issued': press('Izdaj vaučere') },
  },
  Prodaja: {
    at: async (request) => `/admin/sales?q=${await emailOf(request)}`,
    dialogs: { 'a view is kept': press('Sačuvaj pregled') },
  },
  'an order that waits for its transfer': {
    at: async (request) => `/admin/orders/${await orderedPackage(request)}`,
    dialogs: {
      'the day is moved': press('Produži'),
      'an order is called off': press('Otkaži narudžbinu'),
    },
  },
  'an order that was delivered': {
    at: async (request) => `/admin/orders/${(await ordered(request)).number}`,
    dialogs: {
      'a label is sent': press('Pošalji nalepnicu'),
      'a device has come back': press('Primljeno'),
      'a return is called off': press('Otkaži vraćanje'),
      'a device is exchanged': pick('Još', 'Zameni uređaj'),
    },
  },
  'an order that is to be sent': {
    at: async (request) => `/admin/orders/${await toBeSent(request)}`,
    dialogs: {
      'another address': press('Izmeni adresu isporuke'),
      'money goes back': press(/^Vrati novac/),
    },
  },
  'Event Uplate': {
    at: async () => '/admin/event-payments',
    dialogs: {
      'a payment is confirmed': press(/^Potvrdi uplatu/),
      'a guest is corrected': press(/^Gost: /),
      'a reservation is called off': press(/^Obriši: /),
      'notes of a reservation': press(/^Rezervacija \d+, 2 beleške/),
      'a statement is loaded': press('Učitaj izvod banke'),
      'money to be given back': press(/^Za vraćanje/),
      'arrival and timetable': press('Dolazak i satnica'),
    },
  },
  Banka: {
    at: async () => '/admin/bank',
    dialogs: {
      'a statement is loaded': press('Učitaj izvod banke'),
      'money to be given back': press(/^Za vraćanje/),
      'payment orders': press(/^Nalog za isplatu/),
      'the rate of the euro': press(/^Kurs evra/),
    },
  },
  Zalihe: {
    at: async () => '/admin/stock',
    dialogs: { 'devices are written off': press('Otpiši') },
  },
  Televizori: {
    at: async (request) => `/admin/tvs?q=${await emailOf(request)}`,
    dialogs: {
      'a TV is blocked': press(/: prikazi i podaci$/, 'Blokiraj'),
      'a TV is moved': press(/: prikazi i podaci$/, /^Premesti/),
    },
  },
  Kampanje: {
    at: async () => '/admin/campaigns',
    dialogs: {
      'a campaign is refused with a reason': async (page) => {
        await expect(page.getByRole('button', { name: 'Odobri', exact: true })).toBeVisible();
        await page.keyboard.press('b');
      },
      'the rule of a category': press('Izmeni pravilo: Lekovi i zdravlje'),
      'a question about the package is answered': press(/^Odgovori/),
    },
  },
  'Pristup za programe': {
    at: async () => '/admin/keys',
    dialogs: {
      'a key is made': press('Napravi ključ'),
      'a key is revoked': press(/^Opozovi/),
      'an address is added': press('Dodaj adresu'),
    },
  },
  Dužnosti: {
    at: async () => '/admin/staff',
    dialogs: { 'somebody is added': press('Dodaj osobu') },
  },
  Poruke: {
    at: async () => '/admin/mail',
    dialogs: { 'a mail is read': press(/^Pogledaj poruku:/) },
  },
  Mreža: {
    at: async (request) => `/admin/network-visual?member=${await idOf(request)}`,
    dialogs: { 'a member is moved': press('Premesti…') },
  },
  Prečice: {
    at: async () => '/admin/audit',
    dialogs: {
      'the keys of the desk': async (page) => {
        await expect(page.getByRole('button', { name: /^Pretraga/ }).first()).toBeVisible();
        await page.keyboard.press('?');
      },
    },
  },
  'own orders': {
    as: ownerOfAll,
    at: async (request) => {
      await toBeSent(request);
      return '/account#narudzbine';
    },
    dialogs: {
      'a buyer withdraws': press(/^Odustanite od kupovine/),
      'an installer writes the record': press('Predaj zapisnik'),
    },
  },
  'own order that waits for its transfer': {
    as: ownerOfAll,
    at: async (request) => `/account/orders/${await orderedPackage(request)}`,
    dialogs: { 'the order is called off': press('Otkaži narudžbinu') },
  },
  'own TVs': {
    as: ownerOfAll,
    at: async () => '/account#televizori',
    dialogs: {
      'a TV is taken away': press(/^Prekini vezu: /),
      'a TV is named': press(/^Preimenuj: /),
    },
  },
  'own data': {
    as: ownerOfAll,
    at: async () => '/account#podaci',
    dialogs: { 'the account is closed': press('Zatvorite nalog…') },
  },
};

for (const [screen, { at, as = staff, dialogs }] of Object.entries(SCREENS))
  test(`${screen}: every dialog meets WCAG 2.2 AA, and nothing of it leaves the window or lies on another`, async ({
    page,
    context,
    request,
    quiet,
  }) => {
    quiet.allow(/status of 4\d\d/);
    await openSession(context, await as(request));
    const address = await at(request);
    const problems: Record<string, string[]> = {};
    for (const [name, open] of Object.entries(dialogs))
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto('about:blank');
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await open(page);
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('heading').first()).toBeVisible();
        await expect(page.getByText('Učitavanje…')).toHaveCount(0);
        await expectAccessible(page);
        await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
        const found = await layoutProblems(page);
        if (found.length > 0) problems[name] = found;
        await page.setViewportSize({ width: 390, height: 844 });
        await expectAccessible(page);
        await page.screenshot({ path: test.info().outputPath(`${name}-phone.png`) });
      });
    expect(problems).toEqual({});
  });
