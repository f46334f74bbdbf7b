import { member, staff } from '../access.ts';
import { recordInstallation } from '../flows/installations/record-installation.ts';
import { assignInstallation, cancelInstallation } from './assign.ts';
import { listInstallations, listInstallers, ownInstallations } from './list.ts';

const procedures = staff('answer customers').installations.admin;

export const installationsRouter = {
  mine: member.installations.mine.handler(({ context: { deps, person } }) => ownInstallations(deps, person.id)),

  record: member.installations.record.handler(({ context: { deps, actor, person }, input }) =>
    recordInstallation(deps, actor, person.id, input),
  ),

  admin: {
    list: procedures.list.handler(({ context: { deps } }) => listInstallations(deps)),

    installers: procedures.installers.handler(({ context: { deps } }) => listInstallers(deps)),

    assign: procedures.assign.handler(({ context: { deps, actor }, input }) => assignInstallation(deps, actor, input)),

    cancel: procedures.cancel.handler(({ context: { deps, actor }, input }) =>
      cancelInstallation(deps, actor, input.id),
    ),
  },
};
