import { freshProof, staff } from '../../access.ts';
import { makeKey, revokeKey } from './change-keys.ts';
import { exportKeys } from './export-keys.ts';
import { listKeys } from './list-keys.ts';

const door = staff('manage integrations').integrations.keys;

export const keysRouter = {
  list: door.list.handler(({ context: { deps } }) => listKeys(deps, deps.db)),

  export: door.export.handler(({ context: { deps, actor } }) => exportKeys(deps, actor)),

  make: door.make
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => makeKey(deps, actor, person, input)),

  revoke: door.revoke.handler(({ context: { deps, actor }, input: { id } }) => revokeKey(deps, actor, id)),
};
