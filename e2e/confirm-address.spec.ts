import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { testAlone } from './own-server.ts';
import { expect, expectAccessible, fillSignUp, somebody } from './story.ts';

testAlone.use({ settings: { EMAIL_CONFIRMATION: 'on' } });

testAlone(
  'whoever registers and gets no mail asks for another one on the same page, once a minute',
  { tag: '@phone' },
  async ({ page, dataDir }) => {
    const who = somebody('Zorana', 'Čekić');
    const outbox = path.join(dataDir, 'outbox');
    const ending = `-accounts.confirm-address-${who.email}.eml`;
    const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []).filter((name) => name.endsWith(ending)).length;
    await page.clock.install();
    await page.goto('/auth?tab=registracija');
    await fillSignUp(page, who);
    await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
    await expect(page.getByRole('heading', { name: 'Proverite poštu' })).toBeVisible();
    await expect.poll(mails, { timeout: 30_000 }).toBe(1);
    const again = page.getByRole('button', { name: 'Pošalji ponovo link za potvrdu' });
    await expect(again).toBeDisabled();
    await expect(page.getByText(/^Novu poruku možete da tražite za \d+ sekund[aeiu]\.$/)).toBeVisible();
    await expectAccessible(page);

    await page.clock.fastForward('01:01');
    await again.click();
    await expect(page.getByText(`Ako adresa ${who.email} čeka potvrdu`)).toBeVisible();
    await expect.poll(mails, { timeout: 30_000 }).toBe(2);
    await expect(again).toBeDisabled();
    await page.clock.fastForward('01:01');
    await expect(again).toBeEnabled();
  },
);
