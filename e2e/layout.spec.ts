import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { type Page as Entry, type PageName, pages } from '#domain/pages.ts';
import { layoutProblems } from './layout.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test.describe.configure({ mode: 'parallel' });

/** As long as names, addresses and companies come. */
const longest = () => ({
  ...somebody('Aleksandra-Katarina', 'Stojanović-Petronijević'),
  email: `aleksandra.stojanovic.petronijevic.${crypto.randomUUID().slice(0, 8)}@veomadugackoimedomena.rs`,
});

const AS: Partial<Record<Entry['layout'], (context: BrowserContext, request: APIRequestContext) => Promise<void>>> = {
  data: async (context, request) => useSession(context, await member(request, longest())),
  admin: async (context, request) => useSession(context, await staff(request)),
  'admin-screen': async (context, request) => useSession(context, await staff(request)),
};

for (const [name, { path, layout }] of Object.entries(pages) as [PageName, Entry][]) {
  test(`${path}: nothing leaves the window and no text covers another, from 320 to 1920 px and with text twice as large`, async ({
    page,
    context,
    request,
    quiet,
  }, info) => {
    test.skip(info.project.name !== 'desktop', 'The widths are set here.');
    quiet.allow(/40[0-9]|410/);
    await AS[layout]?.(context, request);
    await page.goto(path.replace(/:\w+/, '1'));
    if (layout !== 'none') await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(common.loading)).toHaveCount(0);
    expect(await layoutProblems(page), name).toEqual([]);
  });
}

/** A session of staff, whose lists hold somebody who waits, a member and a reservation with the longest words. */
async function staff(request: APIRequestContext) {
  await applicant(request, longest());
  await member(request, longest());
  const { firstName, lastName, email, phone } = longest();
  const reservation = {
    key: crypto.randomUUID(),
    selectedCountry: 'RS',
    selectedPackage: 'two-tickets-accommodation',
    personalInfo: { firstName, lastName, email, phone },
  };
  expect((await request.post('/api/event/reservations', { data: reservation })).status()).toBe(200);
  return signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
}
