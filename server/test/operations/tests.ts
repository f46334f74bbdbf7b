import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { root, run, withOwnNode } from '../../../scripts/setup.mjs';

/** What an operator relies on, told by subject: most of it is of `npm run test:processes`. */
const SUBJECTS = {
  'sslmode as libpq has it': ['server/platform/postgres/address.test.ts'],
  'through a pooler': ['server/platform/postgres/pooler.process.test.ts'],
  'wrong settings, first start': ['server/main.process.test.ts', 'server/platform/postgres/embedded.process.test.ts'],
  'drain and stop': ['server/stopping.process.test.ts'],
  'upgrade, downgrade refused': ['server/upgrading.process.test.ts', 'server/backup/before-migrating.process.test.ts'],
  'backup, restore, resume': [
    'server/backup/restore.process.test.ts',
    'server/backup/commands/commands.process.test.ts',
    'server/flows/resume/resume.process.test.ts',
  ],
  'sealed keys': ['server/backup/sealed.process.test.ts', 'server/auth/sessions/sealing.test.ts'],
  'files and archives in S3': ['server/backup/bucket.process.test.ts', 'server/platform/storage'],
  'a clock that is wrong': ['server/platform/servers/clock.process.test.ts'],
};

const Results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

export interface TestsRound {
  subjects: { what: string; passed: number }[];
  problems: string[];
}

export async function runTests(): Promise<TestsRound> {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-operations-'));
  try {
    const file = path.join(directory, 'results.json');
    const files = Object.values(SUBJECTS).flat();
    await run('vitest', ['run', '--reporter=json', `--outputFile=${file}`, ...files], { env: withOwnNode({}) });
    const { testResults } = Results.parse(JSON.parse(readFileSync(file, 'utf8')));
    const problems: string[] = [];
    const subjects = Object.entries(SUBJECTS).map(([what, places]) => {
      const tests = places.flatMap((place) => {
        const results = testResults.filter(({ name }) => path.relative(root, name).startsWith(place));
        const broken = results.filter(({ assertionResults }) => assertionResults.length === 0);
        problems.push(...broken.map(({ name, message }) => `${path.relative(root, name)}: ${message}`));
        if (results.length === 0) problems.push(`${place} has no test`);
        return results.flatMap(({ assertionResults }) => assertionResults);
      });
      const failed = tests.filter(({ status }) => status !== 'passed');
      problems.push(...failed.map(({ fullName, status }) => `${what}: ${fullName} (${status})`));
      return { what, passed: tests.length - failed.length };
    });
    return { subjects, problems };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
