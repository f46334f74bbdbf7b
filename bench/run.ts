import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isBuilt, run } from '../scripts/setup.mjs';
import { type Figure, print } from './measure/table.ts';

/**
 * `npm run bench`: every benchmark of this folder, or those named: `npm run bench static-page memory`. `--cold` adds the
 * start of a fresh clone. Everything is measured on 127.0.0.1, against a server and a database of the benchmark's own.
 */

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => path.basename(file, '.bench.ts'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(1);
}

if (!isBuilt() && (await run(process.execPath, ['scripts/build.ts'])) !== 0) process.exit(1);

const chosen =
  named.length > 0 ? named : all.filter((name) => name !== 'cold-start' || process.argv.includes('--cold'));
const missed: string[] = [];
for (const name of chosen) {
  const { default: measure } = (await import(`./${name}.bench.ts`)) as { default: () => Promise<Figure[]> };
  console.log(`\n${name}`);
  const figures = await measure();
  print(figures);
  missed.push(...figures.filter((figure) => figure.met === false).map((figure) => `${name}: ${figure.what}`));
}
if (missed.length > 0) console.log(`\nBelow target:\n${missed.map((line) => `  ${line}`).join('\n')}`);
