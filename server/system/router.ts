import { refuseWhileHeld, staff } from '../access.ts';
import { askForBackup, askForUnsettled, retryJobs } from '../flows/system/act.ts';
import { readDetail } from '../flows/system/detail.ts';
import { readSystem } from '../flows/system/read-system.ts';
import { sendTrialMail } from '../flows/system/trial-mail.tsx';

const procedures = staff('see system').system;

export const systemRouter = {
  read: procedures.read.handler(({ context: { deps } }) => readSystem(deps)),

  detail: procedures.detail.handler(({ context: { deps }, input }) => readDetail(deps, input.part)),

  askProvider: procedures.askProvider.handler(({ context: { deps, actor } }) => askForUnsettled(deps, actor)),

  retryJobs: procedures.retryJobs.handler(({ context: { deps, actor } }) => retryJobs(deps, actor)),

  sendTrialMail: procedures.sendTrialMail
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor, person } }) => sendTrialMail(deps, actor, person.email)),

  backUp: procedures.backUp.handler(({ context: { deps, actor } }) => askForBackup(deps, actor)),
};
