import type { Page } from '@playwright/test';
export default async function steps(page: Page, wide: boolean, shot: (n: string, f?: boolean) => Promise<void>) {
  await page.goto('/admin/users');
  await page.getByRole('button', { name: /^Izmeni:/ }).first().waitFor();
  await page.waitForTimeout(800);
  await shot('users');
  await page.getByRole('button', { name: /^Izmeni:/ }).nth(1).click();
  await page.waitForTimeout(400);
  await shot('users-edit'); if (!wide) { await page.mouse.wheel(0, 600); await page.waitForTimeout(300); await shot('users-edit2'); await page.mouse.wheel(0, 700); await page.waitForTimeout(300); await shot('users-edit3'); }
  if (wide) {
    for (let i = 0; i < 40; i++) { await page.mouse.wheel(0, 1500); await page.waitForTimeout(40); }
    await page.waitForTimeout(500);
    await shot('users-deep');
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  await page.keyboard.press('Escape'); await page.getByRole('button', { name: /^Trajno obriši:/ }).first().click();
  await page.waitForTimeout(700);
  await shot('users-erase');
}
