import { feedsRouter } from './feeds/router.ts';
import { webhooksRouter } from './webhooks/router.ts';

export const integrationsRouter = { feeds: feedsRouter, webhooks: webhooksRouter };
