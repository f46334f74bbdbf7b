import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Writes for `npm test` (FLAKY_TESTS): `flaky`, names of the tests that passed only when they were tried again, and
 * `unfinished`, the files that did not come to their end because their process died.
 */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    );
    const failed = modules.some((module) => module.state() === 'failed');
    const onlyProcessesDied = errors.every(({ message }) => message.startsWith('[vitest-pool]'));
    const unfinished =
      failed || !onlyProcessesDied ? [] : modules.filter(isUnfinished).map((module) => module.relativeModuleId);
    writeFileSync(process.env.FLAKY_TESTS!, JSON.stringify({ flaky, unfinished }));
  }
}

function isUnfinished(module: TestModule): boolean {
  return module.state() !== 'passed' && module.state() !== 'skipped';
}
