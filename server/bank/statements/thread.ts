import { parentPort, workerData } from 'node:worker_threads';
import { type Reading, readStatement, type StatementFile } from './read.ts';
import { RefusedStatement, type StatementRefusal } from './refusal.ts';

/** Reads one statement on a thread of its own, so that a large or odd file takes no time from anybody else. */
export type ThreadAnswer = ({ reading: Reading } | { refused: StatementRefusal }) & {
  /** What the reading took of a processor, in seconds. */
  work: number;
};

function answer(): ThreadAnswer {
  const before = process.threadCpuUsage();
  const work = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000_000;
  };
  try {
    return { reading: readStatement(workerData as StatementFile), work: work() };
  } catch (error) {
    if (!(error instanceof RefusedStatement)) throw error;
    return { refused: error.refusal, work: work() };
  }
}

parentPort!.postMessage(answer());
