import { feedsRouter } from './feeds/router.ts';
import { keysRouter } from './keys/router.ts';
import { webhooksRouter } from './webhooks/router.ts';

export const integrationsRouter = { feeds: feedsRouter, keys: keysRouter, webhooks: webhooksRouter };
