import { freshProof, staff } from '../../access.ts';
import { makeKey, revokeKey } from './change-keys.ts';
import { exportKeys } from './export-keys.ts';
import { listKeys } from './list-keys.ts';

const procedures = staff('manage integrations').integrations.keys;

export const keysRouter = {
  list: procedures.list.handler(({ context: { deps } }) => listKeys(deps, deps.db)),

  export: procedures.export.handler(({ context: { deps, actor } }) => exportKeys(deps, actor)),

  make: procedures.make
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => makeKey(deps, actor, person, input)),

  revoke: procedures.revoke.handler(({ context: { deps, actor }, input: { id } }) => revokeKey(deps, actor, id)),
};
