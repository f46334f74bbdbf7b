import { freshProof, refuseWhileHeld, staff } from '../../access.ts';
import { endEndpointPause, probe, resend, switchOn } from './by-hand.ts';
import { addEndpoint, changeEndpoint, removeEndpoint } from './endpoints.ts';
import { listDeliveries, listEndpoints, readDelivery } from './read.ts';
import { endOldSecret, rotateSecret } from './secrets.ts';

const { webhooks: procedures } = staff('manage integrations').integrations;

export const webhooksRouter = {
  list: procedures.list.handler(({ context: { deps } }) => listEndpoints(deps)),

  add: procedures.add
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => addEndpoint(deps, actor, person, input)),

  change: procedures.change
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => changeEndpoint(deps, actor, person, input)),

  remove: procedures.remove.handler(({ context: { deps, actor }, input }) => removeEndpoint(deps, actor, input.id)),

  rotate: procedures.rotate
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => rotateSecret(deps, actor, person, input)),

  endOldSecret: procedures.endOldSecret.handler(({ context: { deps, actor }, input }) =>
    endOldSecret(deps, actor, input.id),
  ),

  test: procedures.test
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => probe(deps, actor, input.id)),

  switchOn: procedures.switchOn
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => switchOn(deps, actor, input.id)),

  tryNow: procedures.tryNow
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => endEndpointPause(deps, actor, input.id)),

  deliveries: procedures.deliveries.handler(({ context: { deps }, input }) => listDeliveries(deps, input)),

  delivery: procedures.delivery.handler(({ context: { deps }, input }) => readDelivery(deps, input.id)),

  resend: procedures.resend
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => resend(deps, actor, input.id)),
};
