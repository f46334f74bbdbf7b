import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the first visit to a public page may weigh, gzipped. Bytes. */
const LIMITS = { scripts: 150_000, styles: 30_000 };

const STYLESHEET = /<link rel="stylesheet" href="([^"#]+)#?"[^>]*>/g;
/** The list that `first-paint.ts` writes into the page. */
const SCRIPTS = /\blet f=(\["[^\]]+"\])/;
/** Static imports only; what a page imports later is not part of its first load. */
const IMPORT = /\b(?:from|import)\s*"([^"]+\.js)"/g;

export interface FirstLoad {
  page: string;
  scripts: number;
  styles: number;
}

/** Of every prerendered page of a built and compressed website, the heaviest first. */
export async function firstLoads(website: string): Promise<FirstLoad[]> {
  const names = (await readdir(website, { recursive: true })).filter((name) => path.basename(name) === 'index.html');
  const loads = await Promise.all(
    names.map(async (name) => {
      const html = await readFile(path.join(website, name), 'utf8');
      const start: string[] = JSON.parse(SCRIPTS.exec(html)?.[1] ?? '[]');
      if (start.length === 0) throw new Error(`${name} is not built as it used to be: it names no scripts.`);
      const sheets = [...html.matchAll(STYLESHEET)].map(([, address]) => address!);
      return {
        page: `/${path.dirname(name)}`.replace(/^\/\.$/, '/'),
        scripts: await weightOf(website, await withImports(website, start)),
        styles: await weightOf(website, new Set(sheets)),
      };
    }),
  );
  return loads.sort((one, other) => other.scripts - one.scripts);
}

/** One sentence for each page that is too heavy. */
export const checkFirstLoads = (loads: FirstLoad[]): string[] =>
  loads.flatMap(({ page, ...weights }) =>
    (['scripts', 'styles'] as const)
      .filter((kind) => weights[kind] > LIMITS[kind])
      .map((kind) => `${page}: ${kilobytes(weights[kind])} of ${kind}, at most ${kilobytes(LIMITS[kind])}`),
  );

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

async function withImports(website: string, start: string[]): Promise<Set<string>> {
  const found = new Set(start);
  for (const address of found) {
    const code = await readFile(path.join(website, address), 'utf8');
    for (const [, imported] of code.matchAll(IMPORT))
      found.add(path.posix.resolve(path.posix.dirname(address), imported!));
  }
  return found;
}

/** A file that compression does not make smaller is sent as it is. */
async function weightOf(website: string, addresses: Set<string>): Promise<number> {
  const sizes = await Promise.all(
    [...addresses].map(async (address) => {
      const file = path.join(website, address);
      const sent = await stat(`${file}.gz`).catch(() => stat(file));
      return sent.size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
