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
