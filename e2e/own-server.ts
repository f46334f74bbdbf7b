import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { TIME_ZONE } from '#domain/time.ts';
import { ADMIN_PASSWORD, test } from './story.ts';

/** A journey with a server of its own, whose one event or one stock other journeys would change. */
export const testAlone = test.extend<{ dataDir: string; settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  dataDir: ({}, use) => use(path.join(tmpdir(), `vidik-e2e-${randomUUID()}`)),
  baseURL: async ({ dataDir, settings }, use) => {
    const port = String(randomInt(32_000, 38_000));
    const url = `http://localhost:${port}`;
    const env = { ...settings, PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir };
    const server = spawn(process.execPath, ['scripts/e2e-server.ts'], {
      env: { ...process.env, ...env, SUPER_ADMIN_PASSWORD: ADMIN_PASSWORD, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    await use(url);
    server.kill('SIGTERM');
    await once(server, 'exit');
  },
});

/** Another person's browser at that server; to be closed before it ends. */
export const anotherAt = (browser: Browser, baseURL: string | undefined): Promise<BrowserContext> =>
  browser.newContext({ baseURL: baseURL!, locale: 'sr-Latn-RS', timezoneId: TIME_ZONE });
