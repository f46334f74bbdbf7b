import { webhooksRouter } from './webhooks/router.ts';

export const integrationsRouter = { webhooks: webhooksRouter };
