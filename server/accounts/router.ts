import type { Person } from '../access.ts';
import { anyone, signedIn } from '../access.ts';

export const accountsRouter = {
  me: signedIn.accounts.me.handler(({ context }) => describe(context.person)),
};

function describe({ id, email, level, profile }: Person) {
  return { ...profile, id, email, level };
}
void anyone;
