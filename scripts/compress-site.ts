import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(html|data|js|css|json|svg|txt|xml|webmanifest)$/;

/** Below one network packet, compression saves nothing. Bytes. */
const WORTH_IT = 1024;

/** Leaves `.br` and `.gz` beside every text file that becomes smaller, so that the server never compresses anything. */
export async function compressSite(directory: string): Promise<void> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => TEXT.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      if ((await stat(file)).size < WORTH_IT) return;
      const original = await readFile(file);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(original, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: original.length } }),
        promisify(gzip)(original, { level: 9 }),
      ]);
      if (br.length < original.length) await writeFile(`${file}.br`, br);
      if (gz.length < original.length) await writeFile(`${file}.gz`, gz);
    }),
  );
}
