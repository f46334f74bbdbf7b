import { existsSync } from 'node:fs';
import path from 'node:path';

/** The checkout, whether the server runs from its sources or from its bundle. */
export const projectRoot = (() => {
  for (let at = import.meta.dirname; at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, 'package.json'))) return at;
  return process.cwd();
})();
