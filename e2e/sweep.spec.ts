import type { Page, Route } from '@playwright/test';
import { common, writing } from '#domain/copy.ts';
import { expect, test } from './story.ts';
import { JOURNEYS, type Prepared } from './sweep-journeys.ts';

/**
 * What a network can do to a press of a button, on journeys of customers, guests and staff. Whatever happens: what was typed
 * stays, a deed is done at most once, the screen says what is in the database, in Serbian, and nothing spins for ever.
 * Only `npm run test:sweep` walks them.
 */
const FOREIGN = /bad gateway|nginx|fetch|error|undefined|\{\}|<html/i;

interface NetworkFault {
  /** What happens to the first attempt; the following ones reach the server. */
  first: (route: Route) => Promise<void>;
  /** Said instead of an outcome; then the person presses again. Without it the page finds out by itself. */
  said?: RegExp | string;
}

const FAULTS: Record<string, NetworkFault> = {
  'an answer is lost after the deed': {
    first: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  },
  'the connection is reset': { first: (route) => route.abort('connectionreset') },
  // Longer than the eight seconds after which an attempt counts as lost.
  'the request is held': { first: () => new Promise(() => {}) },
  'a proxy answers 503 in its own words': {
    first: (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<html>503 Bad Gateway nginx</html>' }),
  },
};

for (const fault of Object.keys(FAULTS))
  for (const [name, prepare] of Object.entries(JOURNEYS))
    test(`${name}: ${fault}`, async ({ page, context, request, browser, quiet }) => {
      quiet.allow(/./);
      const journey = await prepare({ page, context, request, browser });
      let attempts = 0;
      await page.route(journey.request, async (route) => {
        if (route.request().method() !== journey.method) return route.fallback();
        attempts += 1;
        return attempts === 1 ? FAULTS[fault]!.first(route) : route.continue();
      });
      await journey.press();
      await expect(page.getByText(writing.checking), 'a lost answer is asked for').toBeVisible();
      await expectDone(page, journey);
      expect(attempts, 'the same was sent again').toBeGreaterThan(1);
      await expect(page.getByText(writing.checking)).toHaveCount(0);
    });

for (const [name, prepare] of Object.entries(JOURNEYS)) {
  test(`${name}: the server fails, and a second press succeeds`, async ({ page, context, request, browser, quiet }) => {
    quiet.allow(/./);
    const journey = await prepare({ page, context, request, browser });
    const isIt = (route: Route) => route.request().method() === journey.method;
    await page.route(journey.request, (route) =>
      isIt(route) ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await journey.press();
    await expect(page.getByText(writing.checking)).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByRole('alert').first()).not.toHaveText(FOREIGN);
    expect(await journey.deeds(), 'nothing was done').toBe(0);
    await page.unroute(journey.request);
    await journey.press();
    await expectDone(page, journey);
  });

  test(`${name}: offline nothing is sent, and then a second press, or what waited, does it once`, async ({
    page,
    context,
    request,
    browser,
    quiet,
  }) => {
    quiet.allow(/./);
    const journey = await prepare({ page, context, request, browser });
    await context.setOffline(true);
    await expect(page.getByText('Nema veze sa internetom', { exact: true }).first()).toBeVisible();
    if (journey.pressOffline) await journey.pressOffline();
    else {
      await journey.press();
      await expect(page.getByRole('alert').filter({ hasText: 'Nema veze' }).first()).toBeVisible();
    }
    expect(await journey.deeds(), 'nothing was done').toBe(0);
    await context.setOffline(false);
    if (!journey.pressOffline) await journey.press();
    await expectDone(page, journey);
  });
}

async function expectDone(page: Page, { done, deeds }: Prepared) {
  await expect(page.getByText(done).first()).toBeVisible({ timeout: 40_000 });
  expect(await deeds(), 'done once').toBe(1);
  await expect(page.getByText(common.serverError)).toHaveCount(0);
}
