import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** Path from the project's root, always with forward slashes. */
export type SourceName = string;

/** Every TypeScript file below these folders of a project. */
export function sourceFilesIn(root: string, folders: string[]): SourceName[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name).split(path.sep).join('/'),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
    .sort();
}

/** The names of the folders directly inside one. */
export function foldersIn(root: string, folder: string): string[] {
  const at = path.join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at).filter((name) => statSync(path.join(at, name)).isDirectory());
}

export function parseSource(root: string, name: SourceName) {
  const text = readFileSync(path.join(root, name), 'utf8');
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return { text, program };
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const isTest = (name: SourceName): boolean =>
  /\.test\.tsx?$/.test(name) || name.startsWith('server/test/') || name.startsWith('e2e/');
