import type { APIRequestContext } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { type Page as Entry, pages } from '#domain/pages.ts';
import { layoutProblems } from './layout.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
  expectAccessible,
  member,
  useSession as openSession,
  reserved,
  signInByHand,
  somebody,
  test,
} from './story.ts';

/** Every page once, on a desk and as narrow as a phone. */
test.describe.configure({ mode: 'parallel' });

/** As long as names, addresses and companies come. */
const longest = () => ({
  ...somebody('Aleksandra-Katarina', 'Stojanović-Petronijević'),
  email: `aleksandra.stojanovic.petronijevic.${crypto.randomUUID().slice(0, 8)}@veomadugackoimedomena.rs`,
});

/** One of each for all pages that a worker opens. */
const sessions = new Map<object, Promise<object>>();
const asMember = (request: APIRequestContext) => member(request, longest());
const SIGNED_IN: Partial<Record<Entry['layout'], (request: APIRequestContext) => Promise<object>>> = {
  data: asMember,
  admin: asStaff,
  'admin-screen': asStaff,
};

for (const { path, layout, title, prerendered } of Object.values<Entry>(pages))
  test(`${path} meets WCAG 2.2 AA, and nothing leaves the window or lies on another from 320 to 1920 px and with text twice as large`, async ({
    page,
    context,
    request,
    quiet,
  }) => {
    // Addresses of pages that name something name nothing here, and the page says so.
    if (!prerendered) quiet.allow(/40[0-9]|410/);
    const signIn = SIGNED_IN[layout];
    if (signIn) {
      if (!sessions.has(signIn)) sessions.set(signIn, signIn(request));
      await openSession(context, await sessions.get(signIn)!);
    }
    const answer = await page.goto(path.replace(/:\w+/, '1'));
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

/** A session of staff, whose lists hold somebody who waits, a member and a reservation with the longest words. */
async function asStaff(request: APIRequestContext) {
  await applicant(request, longest());
  await member(request, longest());
  await reserved(request, longest());
  return signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
}
