import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'domain/**/*.test.ts',
      'server/**/*.test.ts',
      'server/**/*.test.tsx',
      'web/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['server/test/database.global.ts'],
    setupFiles: ['server/test/strict-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 3,
  },
});
