import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { openSandbox, type SandboxOptions } from './sandbox.ts';

/** The sandbox on a thread of its own, so that it costs the shop no more time than Stripe would. */
export interface ThreadData extends Omit<SandboxOptions, 'log'> {
  logLevel: string;
}

/** Where a running sandbox is reached, and with which secrets. */
export interface SandboxAddress {
  port: number;
  secretKey: string;
  webhookSecret: string;
}

const { logLevel, ...options } = workerData as ThreadData;
const sandbox = await openSandbox({ ...options, log: pino({ level: logLevel, base: undefined }) });
parentPort!.postMessage({
  port: sandbox.port,
  secretKey: sandbox.secretKey,
  webhookSecret: sandbox.webhookSecret,
} satisfies SandboxAddress);
parentPort!.once('message', async () => {
  await sandbox.stop();
  parentPort!.postMessage('stopped');
});
