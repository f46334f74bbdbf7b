import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../dependencies.ts';

/** Where a viewer's rewards stand in the account. */
export const rewardsLink = ({ config }: Pick<Dependencies, 'config'>): string =>
  `${config.publicUrl}${pages.account.path}#nagrade`;
