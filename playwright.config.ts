import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { TIME_ZONE } from './domain/time.ts';
import { findChromium } from './scripts/chromium.mjs';
import { daysFromToday } from './scripts/rehearsal-days.mjs';

// Every worker reads this file again: what is drawn by lot is handed down in the environment.
process.env.E2E_PORT ??= String(randomInt(26_000, 32_000));
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `vidik-e2e-${randomUUID()}`);
process.env.E2E_ADMIN_PASSWORD ??= randomUUID();
/** Set, it is that of a server that runs already, with `E2E_DATA_DIR` and `E2E_ADMIN_PASSWORD` of its own (bench/jobs.bench.ts). */
const url = process.env.E2E_URL ?? `http://localhost:${process.env.E2E_PORT}`;

/** What `npm run test:story` runs: it starts its servers itself, because it moves their clocks. */
const STORY = 'whole-promise/*.spec.ts';
const SWEEP = 'sweep*.spec.ts';
/** They wait for minutes of a clock, a TV's next question or the two minutes of a confirmed line, and use little of a processor. */
const WAITING = ['tv.spec.ts', 'money-back.spec.ts', 'campaigns.spec.ts'];
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

/** The journeys of e2e/ against the built site and a real server, on a desktop and on a phone. */
export default defineConfig({
  testDir: 'e2e',
  globalTeardown: './e2e/search-log.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  // As many as cores of a small machine, with more each journey waits for the others and runs out of its time; and one that waits.
  workers: 3,
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // A machine that is busy with something else may stumble; the report calls such a journey flaky.
  retries: process.env.STORY ? 1 : 2,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: url,
    // One journey is about the service worker (e2e/public.spec.ts); the others talk to the server itself.
    serviceWorkers: 'block',
    locale: 'sr-Latn-RS',
    timezoneId: TIME_ZONE,
    // Recording every step doubles the time of a journey: ask for it with `playwright test --trace on`.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findChromium() ?? undefined },
  },
  projects: [
    {
      name: 'desktop',
      workers: 2,
      // What `npm run test:sweep` alone walks: the same again by keyboard, and everything that a network can do.
      ...(process.env.SWEEP ? {} : { grepInvert: /by keyboard alone/ }),
      ...(process.env.STORY
        ? { testMatch: STORY }
        : { testIgnore: [STORY, ...WAITING, ...(process.env.SWEEP ? [] : [SWEEP])] }),
      use: desktop,
    },
    {
      name: 'waiting',
      workers: 1,
      testMatch: process.env.STORY ? [] : WAITING,
      use: desktop,
    },
    {
      name: 'phone',
      workers: 2,
      // `npm test` walks the journeys marked @phone on a phone too, `npm run test:sweep` all that do not set their own width.
      ...(process.env.SWEEP ? {} : { grep: /@phone/ }),
      testIgnore: ['every-page.spec.ts', SWEEP, STORY],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
  webServer:
    process.env.STORY || process.env.E2E_URL
      ? []
      : {
          command: `exec "${process.execPath}" scripts/e2e-server.ts`,
          url: `${url}/readyz`,
          timeout: 60_000,
          stdout: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
          env: {
            PORT: process.env.E2E_PORT,
            PUBLIC_URL: url,
            DATA_DIR: process.env.E2E_DATA_DIR,
            SUPER_ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
            // Journeys that need a home of their own say its address; the others come from this machine.
            TRUST_PROXY: '1',
            RATE_LIMITS: 'off',
            COURIERS: 'own,d-express',
            D_EXPRESS_EMAIL: 'podrska@dexpress.example',
            // A journey's own program hears of what happens.
            LOCAL_TARGETS: 'on',
            // The doors are open, also when it becomes midnight meanwhile.
            EVENT_REHEARSAL_DAY: daysFromToday(2),
            // Nobody else takes over.
            DRAIN_SECONDS: '0',
          },
        },
});
