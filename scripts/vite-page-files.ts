import type { Plugin } from 'vite';

/** Every page loads the table of pages; which file each screen is in, only the build needs to know. */
export function withoutPageFiles(): Plugin {
  return {
    name: 'without-page-files',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) =>
      id.endsWith('/domain/pages.ts') ? { code: code.replaceAll(/^ +file: '[^']*',$/gm, ''), map: null } : null,
  };
}
