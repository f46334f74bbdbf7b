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
  /** What is done before an interrupted command ends; a second interruption does not wait for it. */
  whenInterrupted(clearUp: () => Promise<void>): void;
}

/**
 * A command beside the server, with its settings: says what it does, and ends with status 1 and one sentence when it cannot. Interrupted,
 * it exits with status 130: what it has started and laid down beside the shop goes with it.
 */
export const command =
  (work: (command: Command) => Promise<void>) =>
  async (args: string[]): Promise<void> => {
    let clearUp = async () => {};
    let isInterrupted = false;
    const interrupt = () => {
      if (isInterrupted) process.exit(130);
      isInterrupted = true;
      void clearUp().finally(() => process.exit(130));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
    const whenInterrupted = (clear: typeof clearUp) => {
      clearUp = clear;
      // The terminal may go with the signal, and what is said there then fails.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    };
    try {
      const config = parseConfig(process.env);
      const say = (line: string) => void process.stdout.write(`${line}\n`);
      await work({ config, log: createLog(config.logLevel), args, say, whenInterrupted });
    } catch (error) {
      if (isInterrupted) return;
      console.error(operatorMessageOf(error) ?? error);
      process.exitCode = 1;
    }
  };

/** A path as it was typed, seen from where it was typed: npm runs commands in the project's directory. */
export const typedPath = (typed: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), typed);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const leftOutJobs = (count: number): string =>
  `${count === 1 ? '1 job' : `${count} jobs`} of names that this version of Vidik does not have, left out.`;
