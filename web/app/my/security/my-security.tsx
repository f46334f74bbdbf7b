import type { Account } from '../../session.ts';
import styles from '../section.module.css';
import { MyChanges } from './my-changes.tsx';
import { MyEmail } from './my-email.tsx';
import { MyPassword } from './my-password.tsx';
import { MyRecoveryCodes, MySecondStep } from './my-second-step.tsx';
import { MySessions } from './my-sessions.tsx';
import { UnconfirmedChangeBar } from './unconfirmed-change-bar.tsx';
import { useSecondStep } from './use-second-step.ts';

/** Email, password, second step and sessions of this account, and their recent changes. */
export function MySecurity({ account }: { account: Account }) {
  const secondStep = useSecondStep();
  return (
    <>
      <UnconfirmedChangeBar />
      <div className={styles.pair}>
        <MyPassword account={account} />
        <MySecondStep account={account} secondStep={secondStep} />
      </div>
      <MyRecoveryCodes account={account} secondStep={secondStep} />
      <MyEmail account={account} />
      <MySessions account={account} />
      <MyChanges />
    </>
  );
}
