import type { APIRequestContext } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { type Page as Entry, type PageName, pages } from '#domain/pages.ts';
import { layoutProblems } from './layout.ts';
import { orderedPackage, ownCampaign, owner, staff, ticket } from './longest.ts';
import { expect, expectAccessible, useSession as openSession, test } from './story.ts';

/** Every page once, on a desk and as narrow as a phone. */
test.describe.configure({ mode: 'parallel' });

/** Addresses that name something, each with something as long as it comes. */
const AT: Partial<Record<PageName, (request: APIRequestContext) => Promise<string>>> = {
  accountOrder: async (request) => `/account/orders/${await orderedPackage(request)}`,
  accountCampaign: async (request) => `/account/campaigns/${await ownCampaign(request)}`,
  deviceLogin: async () => '/device-login/123456789',
  eventTicket: ticket,
  adminOrder: async (request) => `/admin/orders/${await orderedPackage(request)}`,
  adminPerson: async (request) => `/admin/users/${(await owner(request)).session.user.id}`,
};

const SIGNED_IN: Partial<Record<Entry['layout'], (request: APIRequestContext) => Promise<object>>> = {
  data: async (request) => (await owner(request)).session,
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
    const at = await AT[name as PageName]?.(request);
    const answer = await page.goto(at ?? path.replace(/:\w+/, '1'));
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
    expect(await layoutProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });
