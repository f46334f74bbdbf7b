import type { APIRequestContext } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { type Page as Entry, type PageName, pages } from '#domain/pages.ts';
import { layoutProblems } from './layout.ts';
import {
  draft,
  longestRows,
  ordered,
  orderedPackage,
  ownCampaign,
  owner,
  ownerOfAll,
  paidTicket,
  staff,
  ticket,
} from './longest.ts';
import { expect, expectAccessible, useSession as openSession, test } from './story.ts';

/** Every page once, on a desk and as narrow as a phone. */
test.describe.configure({ mode: 'parallel' });

/** Addresses that name something, each with something as long as it comes, and further views of a page. */
const AT: Partial<Record<PageName, (request: APIRequestContext) => Promise<string | string[]>>> = {
  account: async () => sections.map((id) => `/account#${id}`),
  accountOrder: async (request) => [
    `/account/orders/${await orderedPackage(request)}`,
    `/account/orders/${(await ordered(request)).number}`,
  ],
  accountReturn: async (request) => `/account/orders/${(await ordered(request)).number}/return`,
  accountCampaign: async (request) => [
    `/account/campaigns/${await ownCampaign(request)}`,
    `/account/campaigns/${await draft(request)}`,
  ],
  parcel: async (request) => `/parcel/${(await ordered(request)).parcel}`,
  payout: async (request) => `/refund/${(await ordered(request)).payout}`,
  deviceLogin: async () => '/device-login/123456789',
  eventTicket: async (request) => [await ticket(request), await paidTicket(request)],
  adminOrder: async (request) => [
    `/admin/orders/${await orderedPackage(request)}`,
    `/admin/orders/${(await ordered(request)).number}`,
  ],
  adminPerson: async (request) => `/admin/users/${(await owner(request)).session.user.id}`,
  adminSubscriptions: async () => ['/admin/subscriptions', '/admin/subscriptions?view=subscriptions'],
  adminBank: async () => ['/admin/bank', '/admin/bank?rows=unmatched'],
  adminCampaigns: async () => ['/admin/campaigns', '/admin/campaigns?state=done'],
  adminRewards: async (request) => `/admin/rewards?month=${(await longestRows(request)).month}`,
  adminKeys: async (request) =>
    Object.values((await longestRows(request)).addresses).map((id) => `/admin/keys?adresa=${id}`),
};

const sections = ['profil', 'narudzbine', 'reklame', 'mreza', 'televizori', 'nagrade', 'bezbednost', 'podaci'];

const SIGNED_IN: Partial<Record<Entry['layout'], (request: APIRequestContext) => Promise<object>>> = {
  data: ownerOfAll,
  admin: staff,
  'admin-screen': staff,
};

for (const [name, { path, layout, title, prerendered }] of Object.entries<Entry>(pages))
  test(`${path} meets WCAG 2.2 AA, and nothing leaves the window or lies on another from 320 to 1920 px and with text twice as large`, async ({
    page,
    context,
    request,
    quiet,
  }) => {
    // A link of a mail names nothing here, and the page says so.
    if (!prerendered) quiet.allow(/40[0-9]|410/);
    const session = await SIGNED_IN[layout]?.(request);
    if (session) await openSession(context, session);
    const views = [(await AT[name as PageName]?.(request)) ?? path.replace(/:\w+/, '1')].flat();
    const problems: Record<string, string[]> = {};
    for (const view of views) {
      await page.setViewportSize({ width: 1440, height: 900 });
      // Another fragment alone would not open it anew.
      if (view !== views[0]) await page.goto('about:blank');
      const answer = await page.goto(view);
      if (prerendered) {
        expect(answer?.status()).toBe(200);
        await expect(page).toHaveTitle(title);
      }
      if (layout !== 'none') await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Until the page's own code is there, nothing is.
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.getByText(common.loading)).toHaveCount(0);
      // The heading before may have been that of the loading screen.
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expectAccessible(page);
      const found = await layoutProblems(page);
      if (found.length > 0) problems[view] = found;
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
    }
    expect(problems).toEqual({});
  });
