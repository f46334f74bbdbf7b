import { parentPort, workerData } from 'node:worker_threads';
import { type Reading, readStatement, type StatementFile } from './read.ts';
import { RefusedStatement, type StatementRefusal } from './refusal.ts';

/** Reads one statement on a thread of its own, so that a large or odd file takes no time from anybody else. */
export type ThreadAnswer = { reading: Reading } | { refused: StatementRefusal };

function answer(): ThreadAnswer {
  try {
    return { reading: readStatement(workerData as StatementFile) };
  } catch (error) {
    if (!(error instanceof RefusedStatement)) throw error;
    return { refused: error.refusal };
  }
}

parentPort!.postMessage(answer());
