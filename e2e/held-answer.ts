import type { Page } from '@playwright/test';

/** What is posted there is done, and its answer comes when the journey says so. */
export async function holdAnswer(page: Page, address: string) {
  const done = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    done.resolve();
    await comes.promise;
    await route.fulfill({ response });
  });
  return { done: done.promise, answer: comes.resolve };
}

/** What is posted there first is done, and its answer never comes. */
export async function loseAnswer(page: Page, address: string) {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}
