import path from 'node:path';
import type { Plugin } from 'vite';
import type { Keeper } from '#domain/promises/promise.ts';
import { root } from '../setup.mjs';

/** A plugin of the tests: the server as it would be without that call, mail, job or function. */
export function switchOff(keeper: Keeper): Plugin {
  const [kind, name = '', exported = ''] = keeper.split(' ');
  const { file, from, to } = changeFor(kind!, name, exported);
  return {
    name: 'switch-off',
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0] !== path.join(root, file)) return;
      const changed = code.replace(from, to);
      if (changed === code) throw new Error(`${file} has changed: nothing there switches off ${keeper}.`);
      return changed;
    },
  };
}

function changeFor(kind: string, name: string, exported: string): { file: string; from: string | RegExp; to: string } {
  const quoted = JSON.stringify(name);
  switch (kind) {
    case 'call':
      return {
        file: 'server/access.ts',
        from: '.$context<Context>();',
        to: `.$context<Context>().use(({ path, next }) => {
          if (path.join('.') === ${quoted}) throw new Error('switched off');
          return next();
        });`,
      };
    case 'mail':
      return {
        file: 'server/platform/mail/mail.ts',
        from: "({ to }) => to !== ''",
        to: `({ to, template }) => to !== '' && template !== ${quoted}`,
      };
    case 'job':
      return {
        file: 'server/jobs.ts',
        from: /export const jobs = ([\s\S]*)$/,
        to: `const all = $1
export const jobs = (deps) => Object.fromEntries(Object.entries(all(deps)).filter(([job]) => job !== ${quoted}));`,
      };
    case 'code':
      return {
        file: name,
        from: new RegExp(`export (async )?(function ${exported}\\b|const ${exported}\\b)([\\s\\S]*)$`),
        to: `$1$2Kept$3
export const ${exported} = (() => undefined) as unknown as typeof ${exported}Kept;`,
      };
    default:
      throw new Error(`A ${kind} cannot be switched off.`);
  }
}
