import { feedsRouter } from './feeds/router.ts';
import { keysRouter } from './keys/router.ts';

export const integrationsRouter = { feeds: feedsRouter, keys: keysRouter };
