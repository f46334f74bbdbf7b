import path from 'node:path';
import { type Config, parseConfig } from '../../config.ts';
import { createLog, type Log } from '../../platform/log/log.ts';
import { operatorMessageOf } from '../../platform/process/startup-error.ts';

export interface Command {
  config: Config;
  log: Log;
  /** What stands behind the command. */
  args: string[];
  say(line: string): void;
}

/**
 * A command beside the server, with its settings: says what it does, and ends with status 1 and one sentence when it cannot. Interrupted,
 * it exits: what it has started and laid down beside the shop goes with it.
 */
export const command =
  (work: (command: Command) => Promise<void>) =>
  async (args: string[]): Promise<void> => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
    try {
      const config = parseConfig(process.env);
      const say = (line: string) => void process.stdout.write(`${line}\n`);
      await work({ config, log: createLog(config.logLevel), args, say });
    } catch (error) {
      console.error(operatorMessageOf(error) ?? error);
      process.exitCode = 1;
    }
  };

/** A path as it was typed, seen from where it was typed: npm runs commands in the project's directory. */
export const typedPath = (typed: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), typed);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const leftOutJobs = (count: number): string =>
  `${count === 1 ? '1 job' : `${count} jobs`} of names that this version of Vidik does not have, left out.`;
