import { signUp } from '#domain/accounts/copy.ts';
import type { Account } from '../session.ts';

/** What we know about the person, as they told us. */
export function MyProfile({ account }: { account: Account }) {
  const facts = [
    [signUp.firstName, account.firstName],
    [signUp.lastName, account.lastName],
    [signUp.username, account.username],
    [signUp.phone, account.phone],
    [signUp.city, account.city],
  ] as const;
  return (
    <dl className="stack">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="muted s">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
