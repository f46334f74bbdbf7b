import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes the names of the tests that passed only when they were tried again, for the end of `npm test`. */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    );
    writeFileSync(process.env.FLAKY_TESTS!, flaky.join('\n'));
  }
}
