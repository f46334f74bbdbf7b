import { parentPort, workerData } from 'node:worker_threads';
import { ORPCError, type ORPCErrorJSON } from '@orpc/client';
import { type Reading, readStatement, type StatementFile } from './read.ts';

/** Reads one statement on a thread of its own, so that a large or odd file takes no time from anybody else. */
export type ThreadAnswer = { reading: Reading } | { refused: ORPCErrorJSON<string, unknown> };

function answer(): ThreadAnswer {
  try {
    return { reading: readStatement(workerData as StatementFile) };
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return { refused: error.toJSON() };
  }
}

parentPort!.postMessage(answer());
