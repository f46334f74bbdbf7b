import type { APIRequestContext, Page } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { type Page as Entry, type PageName, pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { unsavedCopy } from '#domain/unsaved-copy.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
  member,
  useSession as openSession,
  purchasePath,
  signInByHand,
  somebody,
  test,
} from './story.ts';

/**
 * Every page while the server fails, and without a network: it is never blank, nothing typed is lost, nothing spins for ever,
 * and every word is Serbian. Only `npm run test:sweep` opens them so.
 */
interface Visit {
  as: 'visitor' | 'waiting' | 'member' | 'admin';
  /** Where its pattern alone does not lead to the page at work. */
  at?: string;
  /** The label of a field, where something is typed. */
  field?: string;
}

const VISITOR: Visit = { as: 'visitor' };
const ADMIN: Visit = { as: 'admin' };

/** Pages of the back office whose address names nothing are opened by an administrator as they are. */
type Plain = {
  [N in PageName]: (typeof pages)[N] extends { layout: 'admin' | 'admin-screen'; path: infer Path }
    ? Path extends `${string}:${string}`
      ? never
      : N
    : never;
}[PageName];

/** Any other new page does not compile without its row. */
const VISITS: Record<Exclude<PageName, Plain>, Visit> = {
  home: VISITOR,
  usbPackages: VISITOR,
  marketingPackages: { as: 'visitor', field: 'Vaucher kod' },
  marketingPackage: VISITOR,
  event: VISITOR,
  personalDataProcessing: VISITOR,
  personalDataProcessing1: VISITOR,
  personalDataProcessing2: VISITOR,
  termsConditions1: VISITOR,
  termsConditions2: VISITOR,
  companyTerms1: VISITOR,
  companyTerms2: VISITOR,
  companyTerms3: VISITOR,
  companyTerms4: VISITOR,
  companyTerms5: VISITOR,
  companyTerms6: VISITOR,
  installerPrivacyPolicy1: VISITOR,
  termsConditions: VISITOR,
  companyPrivacyPolicy: VISITOR,
  installerPrivacyPolicy: VISITOR,
  installerTermsWarranty: VISITOR,
  companyTerms: VISITOR,
  auth: { as: 'visitor', field: 'Email adresa' },
  authForgot: { as: 'visitor', field: 'Email adresa' },
  authConfirm: { as: 'visitor', at: '/auth/confirm#token_hash=x&type=signup' },
  authUndo: { as: 'visitor', at: '/auth/undo#token=x' },
  accountClosed: VISITOR,
  pendingApproval: { as: 'waiting' },
  usbPurchase: { as: 'member', at: purchasePath('Vidik – 1 uređaj', 219), field: 'Ime' },
  marketingPurchase: { as: 'member', at: '/marketing-purchase?package=standard&price=249', field: 'Naziv firme' },
  paymentSuccess: { as: 'member', at: '/payment-success?session_id=cs_test_1' },
  account: { as: 'member', field: 'Grad' },
  accountOrder: { as: 'member', at: '/account/orders/1001' },
  accountReturn: { as: 'member', at: '/account/orders/1001/return' },
  payout: { as: 'visitor', at: `/refund/${'x'.repeat(22)}` },
  parcel: { as: 'visitor', at: `/parcel/${'x'.repeat(22)}` },
  adsTemplates: VISITOR,
  refRegister: { as: 'visitor', at: '/ref-register?code=ABC123' },
  deviceLogin: { as: 'visitor', at: '/device-login/123456789' },
  deviceNumber: VISITOR,
  deviceUnlink: { as: 'visitor', at: '/device-unlink#x' },
  eventTicket: { as: 'visitor', at: '/event/karta/x' },
  tv: VISITOR,
  adminOrder: { as: 'admin', at: '/admin/orders/1001' },
  adminPerson: { as: 'admin', at: '/admin/users/00000000-0000-4000-8000-000000000000' },
  accountCampaign: { as: 'member', at: '/account/campaigns/00000000-0000-4000-8000-000000000000' },
};

const FOREIGN =
  /bad gateway|nginx|failed to fetch|internal server|network ?error|\bundefined\b|\[object|\{\}|<html|: NaN/i;
const FOREIGN_BODY = '<html>500 Internal Server Error nginx</html>';
const TYPED = 'Čajetina 21000';
/** Who this browser is and what it may is known before the server fails: those are no data of a page. */
const WHO = /\/api\/me$|\/auth\/v1\/(user|token)/;

/** One of each for all pages that a worker opens. */
const sessions: Partial<Record<Visit['as'], Promise<object>>> = {};
const SESSIONS: Record<Exclude<Visit['as'], 'visitor'>, (request: APIRequestContext) => Promise<object>> = {
  waiting: (request) => applicant(request, somebody('Vesna', 'Čekić')),
  member: (request) => member(request, somebody('Mina', 'Đurić')),
  admin: (request) => signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD),
};

for (const [name, entry] of Object.entries<Entry>(pages)) {
  const { as, at = entry.path, field } = VISITS[name as keyof typeof VISITS] ?? ADMIN;
  /** The door and the TV say themselves that there is no network. */
  const hasBanner = entry.layout !== 'none' && entry.layout !== 'admin-screen';

  test.describe(at, () => {
    test.beforeEach(async ({ context, request, quiet }) => {
      quiet.allow(/./);
      if (as === 'visitor') return;
      sessions[as] ??= SESSIONS[as](request);
      await openSession(context, await sessions[as]);
    });

    test('while the server fails, the page says so and is not blank', async ({ page }) => {
      await page.route(/\/(api|auth\/v1)\//, (route) =>
        WHO.test(new URL(route.request().url()).pathname)
          ? route.fallback()
          : route.fulfill({ status: 500, contentType: 'text/html', body: FOREIGN_BODY }),
      );
      await page.goto(at);
      await expectWhole(page);
    });

    test('without a network the page stays, with what was typed in it', async ({ page, context }) => {
      await page.goto(at);
      await expectWhole(page);
      const typed = field ? page.getByLabel(field, { exact: true }).first() : null;
      await typed?.fill(TYPED);
      const url = page.url();
      await context.setOffline(true);
      if (hasBanner) await expect(page.getByText(copy.offline.title, { exact: true })).toBeVisible();
      await followLinks(page);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expectWhole(page);
      expect(page.url()).toBe(url);
      if (typed) await expect(typed).toHaveValue(TYPED);
      await context.setOffline(false);
      if (hasBanner) await expect(page.getByText(copy.offline.back)).toBeVisible();
      await expectWhole(page);
      if (typed) await expect(typed).toHaveValue(TYPED);
    });
  });
}

/** Something to read, a title, no sign of work under way, and no word of a program. */
async function expectWhole(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 25_000 });
  await expect(page.getByText(common.loading)).toHaveCount(0, { timeout: 25_000 });
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(FOREIGN);
  expect(text.replace(/\s+/g, ' ').length, 'something to read').toBeGreaterThan(60);
}

/** Pages whose code has not been here do not open, whichever link of this one leads to them. */
async function followLinks(page: Page) {
  for (const path of ['/usb-packages', '/auth/forgot', '/account', '/admin/sales']) {
    const link = page.locator(`a[href="${path}"]:visible`).first();
    if (page.url().endsWith(path) || (await link.count()) === 0) continue;
    await link.click({ timeout: 10_000 });
    const question = page.getByRole('dialog', { name: unsavedCopy.title });
    await expect(page.getByText(copy.offline.stays).or(question).first()).toBeVisible();
    if (await question.isVisible()) await question.getByRole('button', { name: unsavedCopy.stay }).click();
  }
}
