import { accountRecipes } from './recipes/accounts.ts';
import { bankRecipes } from './recipes/bank.ts';
import { campaignRecipes } from './recipes/campaigns.ts';
import { deviceRecipes } from './recipes/devices.ts';
import { eventRecipes } from './recipes/events.ts';
import { fileRecipes } from './recipes/files.ts';
import { fulfilmentRecipes } from './recipes/fulfilment.ts';
import { installationRecipes } from './recipes/installations.ts';
import { integrationRecipes } from './recipes/integrations.ts';
import { mailRecipes } from './recipes/mails.ts';
import { networkRecipes } from './recipes/network.ts';
import { payoutRecipes } from './recipes/payouts.ts';
import type { Recipe } from './recipes/recipe.ts';
import { returnRecipes } from './recipes/returns.ts';
import { rewardRecipes } from './recipes/rewards.ts';
import { saleRecipes } from './recipes/sales.ts';
import { signInRecipes } from './recipes/sign-in.ts';
import { specialRecipes } from './recipes/special.ts';
import { staffRecipes } from './recipes/staff.ts';
import { stockRecipes } from './recipes/stock.ts';
import { tvRecipes } from './recipes/tvs.ts';
import { webhookRecipes } from './recipes/webhooks.ts';

/** By operation; those that are not here are answered with a yes in any shape that the document allows. */
export const RECIPES: Record<string, Recipe> = {
  ...accountRecipes,
  ...staffRecipes,
  ...signInRecipes,
  ...saleRecipes,
  ...payoutRecipes,
  ...fulfilmentRecipes,
  ...returnRecipes,
  ...rewardRecipes,
  ...bankRecipes,
  ...campaignRecipes,
  ...specialRecipes,
  ...tvRecipes,
  ...deviceRecipes,
  ...eventRecipes,
  ...installationRecipes,
  ...fileRecipes,
  ...networkRecipes,
  ...mailRecipes,
  ...integrationRecipes,
  ...stockRecipes,
  ...webhookRecipes,
};
