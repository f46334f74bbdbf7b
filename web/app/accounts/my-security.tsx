import type { Account } from '../session.ts';
import { MyEmail } from './my-email.tsx';
import { MyPassword } from './my-password.tsx';
import { MySecondStep } from './my-second-step.tsx';
import { MySessions } from './my-sessions.tsx';

/** Who may enter this account and how. */
export function MySecurity({ account }: { account: Account }) {
  return (
    <>
      <MySecondStep account={account} />
      <MyEmail account={account} />
      <MyPassword email={account.email} />
      <MySessions />
    </>
  );
}
