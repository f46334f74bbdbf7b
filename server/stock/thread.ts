import { parentPort, workerData } from 'node:worker_threads';
import { readLines } from './read-file.ts';

/** Reads one intake on a thread of its own, so that an odd file takes no time from anybody else. */
parentPort!.postMessage(readLines(workerData as Uint8Array));
