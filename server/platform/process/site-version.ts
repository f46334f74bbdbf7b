import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.ts';

let known: string | undefined;

/** The version of the built site, which its pages know as well: it changes with the content of any of its files. Empty when there is none. */
export function siteVersion(): string {
  known ??= read(path.join(projectRoot, 'build', 'client', 'assets'));
  return known;
}

function read(directory: string): string {
  try {
    const names = readdirSync(directory);
    return names.map((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1]).find((version) => version !== undefined) ?? '';
  } catch {
    return '';
  }
}
