import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, signInByHand } from './story.ts';

/** More than all journeys together order: what they do not pack holds devices before the order of this one. */
const DEVICES = 2_000;

/** Receives so many devices that nobody waits for one. */
export async function fillShelf(request: APIRequestContext): Promise<void> {
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const [series, from] = [randomInt(40, 90), randomInt(1, 900) * 1_000];
  const serials = Array.from({ length: DEVICES }, (_, n) => `VDK-${series}-${String(from + n).padStart(6, '0')}`);
  const taken = await request.post('/api/admin/stock/intakes', {
    headers: { authorization: `Bearer ${access_token}` },
    multipart: {
      key: randomUUID(),
      document: `Otpremnica ${from}`,
      file: {
        name: 'prijem.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Serijski broj', ...serials].join('\r\n')),
      },
    },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
}
