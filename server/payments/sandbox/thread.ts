import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../../platform/log.ts';
import { openSandbox, type SandboxOptions } from './sandbox.ts';

/** The sandbox on a thread of its own, so that it costs the shop no more time than Stripe would. */
export interface ThreadData extends Omit<SandboxOptions, 'log'> {
  logLevel: string;
}

const { logLevel, ...options } = workerData as ThreadData;
const sandbox = await openSandbox({ ...options, log: createLog(logLevel) });
parentPort!.postMessage({
  port: sandbox.port,
  secretKey: sandbox.secretKey,
  webhookSecret: sandbox.webhookSecret,
});
parentPort!.once('message', async () => {
  await sandbox.stop();
  parentPort!.postMessage('stopped');
});
