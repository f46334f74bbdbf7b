import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up when the test is over that asks for it; asked outside of tests, when the file is. */
export function whenOver(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()));
  else afterAll(async () => void (await cleanUp()));
}
