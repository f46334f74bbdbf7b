import { adoptPageSettings, unpackedRelease } from '../platform/process/release.ts';
import { readSecretFiles } from '../platform/process/secret-files.ts';
import { releaseVersion } from '../platform/servers/alive.ts';
import { type CommandName, help, readCommandLine } from './command-line.ts';

type Run = (args: string[]) => Promise<void>;

/** Each is read when it is asked for. */
const RUN: Record<CommandName, () => Promise<Run>> = {
  start: async () => (await import('./process.ts')).runProcess,
  worker: async () => {
    process.env.JOBS = 'worker';
    return (await import('./process.ts')).runProcess;
  },
  backup: async () => (await import('../backup/commands/backup.ts')).backup,
  'backup-check': async () => (await import('../backup/commands/check.ts')).checkBackup,
  restore: async () => (await import('../backup/commands/restore.ts')).restoreBackup,
  resume: async () => (await import('../backup/commands/resume.ts')).resumeShop,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  'rotate-keys': async () => (await import('./rotate-keys.ts')).rotateKeys,
  'rescue-owner': async () => (await import('./rescue-owner.ts')).rescue,
};

/** Does what was typed. What cannot be done is one sentence and status 1, what was typed wrongly status 2. */
export async function runCommandLine(typed: string[]): Promise<void> {
  const line = readCommandLine(typed);
  if (line.kind === 'help') return say(help());
  const unpacked = unpackedRelease();
  if (line.kind === 'version')
    return say(`Vidik ${releaseVersion()}${unpacked ? ` (${unpacked.commit}, ${unpacked.platform})` : ''}`);
  if (line.kind === 'wrong') {
    console.error(line.message);
    process.exitCode = 2;
    return;
  }
  const contradictions = unpacked ? adoptPageSettings(unpacked, process.env) : [];
  if (contradictions.length > 0) {
    console.error(otherPages(contradictions));
    process.exitCode = 1;
    return;
  }
  const unread = readSecretFiles(process.env);
  if (unread.length > 0) {
    console.error(`Configuration is not usable:\n${unread.map((line) => `  ${line}`).join('\n')}`);
    process.exitCode = 1;
    return;
  }
  // A command beside the server says what it does by itself.
  if (line.name !== 'start' && line.name !== 'worker') process.env.LOG_LEVEL ??= 'warn';
  const run = await RUN[line.name]();
  await run(line.args);
}

const otherPages = (lines: string[]) =>
  `These settings stand in pages, and the pages of this archive say something else:\n${lines.join('\n')}\n` +
  'Make an archive with them (npm run package), or leave them out.';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
