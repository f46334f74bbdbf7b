import { refuseWhileHeld, staff } from '../access.ts';
import { askForBackup, askForUnsettled, retryJobs } from '../flows/system/act.ts';
import { readDetail } from '../flows/system/detail.ts';
import { readSystem } from '../flows/system/read-system.ts';
import { sendTrialMail } from '../flows/system/trial-mail.tsx';

const door = staff('see system').system;

export const systemRouter = {
  read: door.read.handler(({ context: { deps } }) => readSystem(deps)),

  detail: door.detail.handler(({ context: { deps }, input }) => readDetail(deps, input.part)),

  askProvider: door.askProvider.handler(({ context: { deps, actor } }) => askForUnsettled(deps, actor)),

  retryJobs: door.retryJobs.handler(({ context: { deps, actor } }) => retryJobs(deps, actor)),

  sendTrialMail: door.sendTrialMail
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor, person } }) => sendTrialMail(deps, actor, person.email)),

  backUp: door.backUp.handler(({ context: { deps, actor } }) => askForBackup(deps, actor)),
};
