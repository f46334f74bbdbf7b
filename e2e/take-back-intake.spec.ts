import { randomInt, randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { anotherAt, testAlone } from './own-server.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

// Other journeys fill their shelf, so that nobody waits there.
testAlone(
  'whoever takes an intake back, or one scanned device, reads which paid orders then wait, and leaves it or does it all the same',
  async ({ page, context, browser, request, quiet, baseURL }) => {
    // The server asks by refusing.
    quiet.allow(/status of 409/);
    const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const csv = (numbers: string[]) => ({
      name: 'prijem.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Serijski broj', ...numbers].join('\r\n')),
    });
    const writeOff = async (numbers: string[], seen: number[] = []) => {
      const data = { serials: numbers, reason: 'transport', seen };
      const off = await request.post('/api/admin/stock/write-offs', { headers, data });
      expect(off.status(), await off.text()).toBe(200);
    };
    const series = randomInt(100_000, 999_000);
    const all = Array.from({ length: 6 }, (_, at) => `VDK-31-${series + at}`);
    const before = all.slice(0, 1);
    const taken = await request.post('/api/admin/stock/intakes', {
      headers,
      multipart: { key: randomUUID(), document: 'Otpremnica 1', file: csv(before) },
    });
    expect(taken.status(), await taken.text()).toBe(200);
    await writeOff(before);

    const buyer = await anotherAt(browser, baseURL);
    buyer.on('page', (opened) => quiet.watch(opened));
    await useSession(buyer, await member(request, somebody('Ljubica', 'Đorđević')));
    const waiting = async () => {
      const read = await request.get('/api/admin/packing', { headers });
      return ((await read.json()).toPack as { number: number }[]).map(({ number }) => number);
    };
    for (const paid of [1, 2]) {
      const shop = await buyer.newPage();
      await shop.goto(purchasePath('Vidik – 1 uređaj', 219));
      const payment = await startPayment(shop);
      await payment.getByRole('button', { name: /^Plati 219/ }).click();
      await expect.poll(async () => (await waiting()).length).toBe(paid);
    }
    await buyer.close();
    const [first, second] = (await waiting()).toSorted((one, other) => one - other) as [number, number];

    await useSession(context, session);
    await page.goto('/admin/stock');
    const inStock = (count: number) =>
      expect(page.getByRole('button', { name: new RegExp(`^${count}\\s*Na zalihama`) })).toBeVisible();
    const delivery = page.getByRole('region', { name: 'Isporuka kad nema uređaja' });
    const stillWaits = (devices: number) => expect(delivery).toContainText(`Narudžbine čekaju još${devices}`);
    const intake = page.getByRole('region', { name: 'Prijem', exact: true });
    const undo = async (numbers: string[]) => {
      await intake.locator('input[type=file]').setInputFiles(csv(numbers));
      await intake.getByRole('button', { name: 'Primi 2 uređaja' }).click();
      await page.getByRole('button', { name: 'Poništi', exact: true }).click();
      const asked = page.getByRole('alert').filter({ hasText: 'Posle poništavanja' });
      await expect(asked).toContainText(
        new RegExp(
          `^Ove uređaje čekaju narudžbine na koje je došao red\\. Posle poništavanja čekaju nove uređaje: ${first} do .+; ${second} do `,
        ),
      );
      return asked;
    };
    /** As it stands on a desktop and on a phone. */
    const look = async (name: string, question: Locator) => {
      await expectAccessible(page);
      const size = page.viewportSize()!;
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await question.evaluate((one) => one.scrollIntoView({ block: 'center' }));
        await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
      }
      await page.setViewportSize(size);
    };
    await stillWaits(2);

    const left = await undo(all.slice(1, 3));
    await look('file', left);
    await left.getByRole('button', { name: 'Zatvori' }).click();
    await expect(left).toHaveCount(0);
    await inStock(2);
    await expect(delivery).toContainText('Slobodno0');
    await writeOff(all.slice(1, 3), [first, second]);
    await stillWaits(2);

    const done = await undo(all.slice(3, 5));
    await done.getByRole('button', { name: 'Poništi ipak' }).click();
    await expect(page.getByText('Prijem je poništen: 2 uređaja više nisu u evidenciji.')).toBeVisible();
    await inStock(0);
    await stillWaits(2);
    expect(await waiting()).toHaveLength(2);

    const scanned = all[5]!;
    await page.getByRole('button', { name: 'Skeniraj prijem' }).click();
    const field = intake.getByLabel('Skenirajte serijski broj');
    await field.fill(scanned);
    await field.press('Enter');
    const row = intake.getByRole('list', { name: 'Skenirano' }).getByRole('listitem').filter({ hasText: scanned });
    await expect(row).toContainText('Primljen.');
    await row.getByRole('button', { name: `Poništi: ${scanned}` }).click();
    await expect(row).toContainText(`Posle poništavanja čeka nove uređaje: ${first} do `);
    await stillWaits(1);
    await look('scan', row);
    await row.getByRole('button', { name: `Poništi ipak: ${scanned}` }).click();
    await expect(row).toContainText('Poništen.');
    await stillWaits(2);
  },
);
