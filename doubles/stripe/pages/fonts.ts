import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const FILES: Record<string, string> = {
  'science-gothic-latin.woff2': '@fontsource-variable/science-gothic/files/science-gothic-latin-wdth-normal.woff2',
  'science-gothic-latin-ext.woff2':
    '@fontsource-variable/science-gothic/files/science-gothic-latin-ext-wdth-normal.woff2',
  'onest-latin.woff2': '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2',
  'onest-latin-ext.woff2': '@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2',
};

/** The font file of that name from its npm package; `null` when unknown or not installed (the page then uses the system's). */
export async function fontNamed(name: string): Promise<Buffer<ArrayBuffer> | null> {
  const file = FILES[name];
  if (!file) return null;
  try {
    return await readFile(createRequire(import.meta.url).resolve(file));
  } catch {
    return null;
  }
}
