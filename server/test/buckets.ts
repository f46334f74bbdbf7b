import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'vidik';

/**
 * The address of an empty place in a bucket, and how to end what serves it: a double on this machine, or with
 * `TEST_STORAGE_URL=s3://bucket?endpoint=…` and keys in the environment any server, in a folder of its own.
 */
export async function startBucket(): Promise<{
  address: string;
  /** For a process of its own. */
  keys: Record<string, string | undefined>;
  stop(): Promise<void>;
}> {
  const given = process.env.TEST_STORAGE_URL;
  if (given) {
    const [place, question = ''] = given.split('?');
    return {
      address: `${place!.replace(/\/$/, '')}/test-${randomUUID()}?${question}`,
      keys: keys(),
      stop: async () => {},
    };
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-s3-'));
  const double = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await double.run();
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  return {
    address: `s3://${BUCKET}/${randomUUID()}?endpoint=http://127.0.0.1:${port}`,
    keys: keys(),
    async stop() {
      await double.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const keys = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => /^AWS_|^HOME$/.test(name)));
