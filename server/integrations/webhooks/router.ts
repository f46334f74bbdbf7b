import { freshProof, refuseWhileHeld, staff } from '../../access.ts';
import { endEndpointPause, probe, resend, switchOn } from './by-hand.ts';
import { addEndpoint, changeEndpoint, removeEndpoint } from './endpoints.ts';
import { listDeliveries, listEndpoints, readDelivery } from './read.ts';
import { endOldSecret, rotateSecret } from './secrets.ts';

const { webhooks: door } = staff('manage integrations').integrations;

export const webhooksRouter = {
  list: door.list.handler(({ context: { deps } }) => listEndpoints(deps)),

  add: door.add
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => addEndpoint(deps, actor, person, input)),

  change: door.change
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => changeEndpoint(deps, actor, person, input)),

  remove: door.remove.handler(({ context: { deps, actor }, input }) => removeEndpoint(deps, actor, input.id)),

  rotate: door.rotate
    .use(freshProof)
    .handler(({ context: { deps, actor, person }, input }) => rotateSecret(deps, actor, person, input)),

  endOldSecret: door.endOldSecret.handler(({ context: { deps, actor }, input }) => endOldSecret(deps, actor, input.id)),

  test: door.test.use(refuseWhileHeld).handler(({ context: { deps, actor }, input }) => probe(deps, actor, input.id)),

  switchOn: door.switchOn
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => switchOn(deps, actor, input.id)),

  tryNow: door.tryNow
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => endEndpointPause(deps, actor, input.id)),

  deliveries: door.deliveries.handler(({ context: { deps }, input }) => listDeliveries(deps, input)),

  delivery: door.delivery.handler(({ context: { deps }, input }) => readDelivery(deps, input.id)),

  resend: door.resend
    .use(refuseWhileHeld)
    .handler(({ context: { deps, actor }, input }) => resend(deps, actor, input.id)),
};
