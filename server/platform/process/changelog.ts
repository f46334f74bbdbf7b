import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.ts';

/** The changelog that was shipped with this program; empty when there is none. */
export function changelog(): string {
  const file = path.join(projectRoot, 'CHANGELOG.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
