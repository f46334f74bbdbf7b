import { type Page as Entry, type PageName, pages } from '#domain/pages.ts';
import { layoutProblems } from './layout.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, applicant, expect, member, signInByHand, somebody, test, useSession } from './story.ts';

test.describe.configure({ mode: 'parallel' });

/** As long as names, addresses and companies come. */
const longest = () => ({
  ...somebody('Aleksandra-Katarina', 'Stojanović-Petronijević'),
  email: `aleksandra.stojanovic.petronijevic.${crypto.randomUUID().slice(0, 8)}@veomadugackoimedomena.rs`,
});

for (const [name, { path, layout, file }] of Object.entries(pages) as [PageName, Entry][]) {
  if (!file) continue;
  test(`${path}: nothing leaves the window and no text covers another, from 320 to 1920 px and with text twice as large`, async ({
    page,
    context,
    request,
    quiet,
  }, info) => {
    test.skip(info.project.name !== 'desktop', 'The widths are set here.');
    quiet.allow(/40[0-9]|410/);
    const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    if (layout === 'data') await useSession(context, await member(request, longest()));
    if (layout === 'admin' || layout === 'admin-screen') {
      await fill(request);
      await useSession(context, admin);
    }
    await page.goto(path.replace(/:\w+/, '1'), { waitUntil: 'networkidle' });
    expect(await layoutProblems(page), name).toEqual([]);
  });
}

/** Somebody who waits, somebody who is a member, and somebody who has reserved, with the longest words. */
async function fill(request: Parameters<typeof applicant>[0]) {
  await applicant(request, longest());
  await member(request, longest());
  const { firstName, lastName, email, phone } = longest();
  const reservation = {
    key: crypto.randomUUID(),
    selectedCountry: 'RS',
    selectedPackage: 'family-package',
    personalInfo: { firstName, lastName, email, phone },
  };
  expect((await request.post('/api/event/reservations', { data: reservation })).status()).toBe(200);
}
