import type { Page } from '@playwright/test';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { expect } from './story.ts';

/** Esc after typing asks before the text is lost; the person stays. */
export async function expectEscAsks(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: copy.title });
  await question.getByRole('button', { name: copy.stay }).click();
  await expect(question).toHaveCount(0);
}

/** Throws away what was typed, when the page or its dialog is left. */
export async function discard(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: copy.title });
  await question.getByRole('button', { name: copy.discard }).click();
  await expect(question).toHaveCount(0);
}
