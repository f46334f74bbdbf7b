import { defineConfig } from 'vitest/config';
import type { Keeper } from './domain/promises/promise.ts';
import { switchOff } from './scripts/promises/switch-off.ts';
import { steadyNode } from './scripts/setup.mjs';

const switchedOff = process.env.SWITCHED_OFF;

export default defineConfig({
  plugins: switchedOff ? [switchOff(switchedOff as Keeper)] : [],
  test: {
    // What an earlier run has read must not stand in for what is switched off.
    ...(switchedOff ? { fsModuleCache: false } : {}),
    include: [
      'domain/**/*.test.ts',
      'doubles/**/*.test.ts',
      'server/**/*.test.ts',
      'server/**/*.test.tsx',
      'web/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['server/test/postgres/database.global.ts'],
    setupFiles: ['server/test/strict-console.ts'],
    // A machine that builds may be several times slower than the one a test was written on.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 3,
    execArgv: steadyNode,
    // The server's modules are loaded once for each worker instead of once for each file: half the time. Files share no
    // database and leave no clock turned behind.
    isolate: false,
  },
});
