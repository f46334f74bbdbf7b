import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';
import { contract } from '../domain/contract.ts';

const ID = 'virtual:api-contract';

/** Gives the browser the contract's methods and paths as plain JSON, without its schemas: a few kilobytes instead of zod. */
export function apiContract(): Plugin {
  return {
    name: 'api-contract',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}` ? `export default ${JSON.stringify(minifyContractRouter(contract), leaveOut)}` : undefined,
  };
}

/** Tags are for the description of the API alone. */
const leaveOut = (key: string, value: unknown) => (key === 'tags' ? undefined : value);
