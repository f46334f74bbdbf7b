import type { APIRequestContext, Page } from '@playwright/test';
import { layoutProblems } from './layout.ts';
import {
  buyerInfo,
  draft,
  longestRows,
  ordered,
  orderedPackage,
  owner,
  ownerOfAll,
  paidTicket,
  sides,
  staff,
} from './longest.ts';
import { asker, paidByTransfer } from './longest-orders.ts';
import { FILE } from './longest-words.ts';
import { expect, expectAccessible, useSession as openSession, test, tokenOf } from './story.ts';

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
/** A button of the row that says so, after those that lead there. */
const inRow =
  (text: string, name: RegExp, ...before: (string | RegExp)[]): Open =>
  async (page) => {
    await press(...before)(page);
    await page.getByRole('row').filter({ hasText: text }).getByRole('button', { name }).click({ timeout: 20_000 });
  };
const pickInRow =
  (text: string, menu: RegExp, action: string): Open =>
  async (page) => {
    await inRow(text, menu)(page);
    await page.getByRole('menuitem', { name: action }).click({ timeout: 20_000 });
  };

/** What was found of a payment that does not agree. */
const FINDINGS = [
  'Uplaćeno manje',
  'Uplaćeno više',
  'Druga valuta',
  'Stiglo posle isteka',
  'Već plaćeno ili duplo',
  'Rezervacija otkazana',
  'Nepoznat poziv na broj',
];

/** The payment order that money which nobody knows is in. */
const paymentOrder: Open = async (page) => {
  await press(/^Nalog za isplatu/)(page);
  await page
    .getByRole('group')
    .filter({ hasText: '1 isplata, 123.456,78' })
    .first()
    .getByText(/^Nalog \d+/)
    .click();
  await expect(page.getByRole('button', { name: /^Banka nije isplatila: / }).first()).toBeVisible();
};

/** Somebody else changes what is being changed. */
const changedByTwo: Open = async (page) => {
  await press(/^Izmeni: /)(page);
  const form = page.getByRole('form', { name: /^Izmen/ });
  await form.getByLabel('Adresa firme').fill('Bulevar vojvode Petra Bojovića Karađorđevića 1142b');
  const ask = asker(page.request, await tokenOf(page));
  const { who } = await owner(page.request);
  const found = `/admin/people?search=${encodeURIComponent(who.email)}`;
  const { rows } = await ask<{ rows: { id: string; companyAddress: string | null }[] }>('get', found);
  const [{ id, companyAddress }] = rows as [(typeof rows)[0]];
  const theirs = `Ulica ${crypto.randomUUID()}, ulaz iz dvorišta, drugi sprat, levo od stepeništa`;
  await ask('post', `/admin/people/${id}`, { from: { companyAddress }, to: { companyAddress: theirs } });
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
};

interface Screen {
  at: (request: APIRequestContext) => Promise<string>;
  /** `null`: whoever has the link. */
  as?: ((request: APIRequestContext) => Promise<object>) | null;
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
      'an installation is called off': press(/^Otkaži montažu broj/),
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
      'two changed the same': changedByTwo,
    },
  },
  Zahtevi: {
    at: async () => '/admin/registration-requests',
    dialogs: { 'a request is refused': pick(/^Radnje: /, 'Obriši zahtev…') },
  },
  Paketi: {
    at: async (request) => `/admin/subscriptions?q=${await emailOf(request)}`,
    dialogs: {
      'an invoice is issued anew': pick(/^Dokumenti: /, /^Izdaj ponovo račun R-/),
      'an invoice is issued late': pickInRow('Business', /^Dokumenti: /, 'Izdaj račun…'),
    },
  },
  Pretplate: {
    at: async (request) => `/admin/subscriptions?view=subscriptions&q=${await emailOf(request)}`,
    dialogs: {
      'a subscription ends with its month': pickInRow('Business', /^Radnje:/, 'Otkaži na kraju perioda…'),
      'a subscription ends at once': pick(/^Radnje:/, 'Otkaži odmah…'),
      'another card is asked for': pick(/^Radnje:/, 'Pošalji link za drugu karticu…'),
      'a subscription is paused': pickInRow('Business', /^Radnje:/, 'Pauziraj…'),
      'a subscription goes on': pickInRow('Ultra', /^Radnje:/, 'Nastavi…'),
    },
  },
  Vaučeri: {
    at: async () => '/admin/vouchers',
    dialogs: {
      'vouchers are issued': press('Izdaj vaučere'),
      'a voucher is made void': press(/^Poništi vaučer/),
    },
  },
  Prodaja: {
    at: async (request) => `/admin/sales?q=${await emailOf(request)}`,
    dialogs: {
      'a view is kept': press('Sačuvaj pregled'),
      'a problem is settled': press('Rešeno je'),
    },
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
  'the organiser’s statement': {
    at: async () => '/admin/event-payments',
    dialogs: Object.fromEntries(
      FINDINGS.map((finding) => [finding, inRow(finding, /^Odluči: /, 'Učitaj izvod banke', `Otvori: ${FILE}`)]),
    ),
  },
  Banka: {
    at: async () => '/admin/bank',
    dialogs: {
      'a statement is loaded': press('Učitaj izvod banke'),
      'money to be given back': press(/^Za vraćanje/),
      'money goes with the next payment order': press(/^Za vraćanje/, /^U nalog za isplatu: /),
      'payment orders': press(/^Nalog za isplatu/),
      'the account of a refund': press(/^Nalog za isplatu/, /^Upiši račun: /),
      'a payment order is made': press(/^Nalog za isplatu/, /^Napravi nalog: /),
      'the rows of a payment order': paymentOrder,
      'a payment that the bank refused': async (page) => {
        await paymentOrder(page);
        await press(/^Banka nije isplatila: /)(page);
      },
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
  Nagrade: {
    at: async (request) => `/admin/rewards?month=${(await longestRows(request)).month}`,
    dialogs: {
      'a statement that is held': inRow('Zadržan', /^Otvori obračun: /),
      'a statement that waits for an invoice': inRow('Čeka račun firme', /^Otvori obračun: /),
      'an objection is answered': press(/^Odgovor: /),
      'a rule is recalled': press(/^Povuci pravilo od /),
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
      'a question about the package is closed': press(/^Zatvori zahtev: /),
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
  'Slanje događaja': {
    at: async (request) => `/admin/keys?adresa=${(await longestRows(request)).addresses.rotated}`,
    dialogs: {
      'an address is changed': press('Izmeni'),
      'a secret is replaced': press('Zameni tajnu'),
      'an old secret ends': press('Ukini staru sada'),
      'an address is removed': press('Ukloni adresu'),
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
  'own adverts': {
    as: ownerOfAll,
    at: async () => '/account#reklame',
    dialogs: {
      'a subscription is paused': press(/^Pauziraj/),
      'a subscription goes on': press(/^Nastavi pretplatu/),
    },
  },
  'own draft of a campaign': {
    as: ownerOfAll,
    at: async (request) => `/account/campaigns/${await draft(request)}`,
    dialogs: {
      'the hours of a day': press(/^pon: /),
      'a draft is deleted': press('Obriši nacrt'),
    },
  },
  'own rewards': {
    as: ownerOfAll,
    at: async (request) => {
      await longestRows(request);
      return '/account#nagrade';
    },
    dialogs: { 'a viewer objects': press(/^Podnesi prigovor/) },
  },
  'two tickets': {
    as: null,
    at: paidTicket,
    dialogs: {
      'another name': press('Promenite ime'),
      'a place is given away': press('Ustupite mesto'),
    },
  },
  'own TVs': {
    as: ownerOfAll,
    at: async () => '/account#televizori',
    dialogs: {
      'a TV is taken away': press(/^Prekini vezu: /),
      'a TV is named': press(/^Preimenuj: /),
      'the device of a TV is entered': press(/^(Upiši|Promeni): Uređaj za: /),
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
    if (as) await openSession(context, await as(request));
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
