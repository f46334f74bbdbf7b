import type { Page } from '@playwright/test';
export default async function steps(page: Page, wide: boolean) {
  if (!wide) return;
  await page.goto('/admin/users');
  await page.getByRole('button', { name: /^Izmeni:/ }).first().waitFor();
  await page.waitForTimeout(500);
  const say = async (w: string) => console.log(w, await page.evaluate(() => ({ y: scrollY, h: document.body.scrollHeight, rows: document.querySelectorAll('tbody[data-index]').length, first: (document.querySelector('tbody[data-index]') as HTMLElement)?.dataset.index })));
  await page.mouse.move(700, 600);
  for (let i = 0; i < 10; i++) { await page.mouse.wheel(0, 1500); await page.waitForTimeout(100); await say('plain'); }
  await page.evaluate(() => scrollTo(0, 0)); await page.waitForTimeout(300);
  await page.getByRole('button', { name: /^Izmeni:/ }).nth(1).click();
  await page.waitForTimeout(300);
  await page.mouse.move(700, 300);
  for (let i = 0; i < 10; i++) { await page.mouse.wheel(0, 1500); await page.waitForTimeout(100); await say('edit'); }
}
