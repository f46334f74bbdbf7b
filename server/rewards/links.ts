import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../dependencies.ts';

type Configured = Pick<Dependencies, 'config'>;

/** Where a viewer's rewards stand in the account, and where the account for payout is named. */
export const rewardsLink = ({ config }: Configured): string => `${config.publicUrl}${pages.account.path}#nagrade`;
export const payeeLink = ({ config }: Configured): string => `${config.publicUrl}${pages.account.path}#profil`;
