import { type Person, signedIn } from '../access.ts';

export const accountsRouter = {
  me: signedIn.accounts.me.handler(({ context }) => describePerson(context.person)),
};

function describePerson({ id, email, level, profile }: Person) {
  return { ...profile, id, email, level };
}
