import { myProfile as copy } from '#domain/accounts/account-copy.ts';
import { account as accountCopy } from '#domain/accounts/my-copy.ts';
import { ownRewardsCopy } from '#domain/rewards/own-copy.ts';
import { ProfileConflictDialog } from '../accounts/profile-conflict.tsx';
import type { Account } from '../session.ts';
import { Restored } from '../typed/restored.tsx';
import { SaveButton } from '../typed/save-button.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import type { Field, Own } from './profile-fields.ts';
import { ProfileSections } from './profile-sections.tsx';
import styles from './section.module.css';
import { useProfileDraft } from './use-profile-draft.ts';
import { useProfileSaving } from './use-profile-saving.ts';

const SingleKeysSwitch = lazyComponent(() => import('./single-keys-switch.tsx'), {
  size: 'part',
  title: copy.keys.late,
});

const RewardAccount = lazyComponent(() => import('../rewards/reward-account.tsx'), {
  size: 'part',
  title: ownRewardsCopy.accountTitle,
});

/** The person's own fields. A change is shown at once and undone when the server refuses. */
export function MyProfile({ account }: { account: Account }) {
  return (
    <>
      <ProfileFields account={account} />
      <RewardAccount />
    </>
  );
}

function ProfileFields({ account }: { account: Account }) {
  const draft = useProfileDraft(account);
  const { base, errors, isSubmitting, isDirty, country, typed, start, keep } = draft;
  const { problem, conflicting, takeNow, choose, submit, saveNow, whenBack } = useProfileSaving(account, draft);
  const field = (name: Field) => ({ ...draft.form.register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} onChange={() => keep(base)} noValidate>
      <UnsavedTextGuard
        when={isDirty && !isSubmitting}
        what={accountCopy.sections.profile}
        save={saveNow}
        forget={typed.forget}
      />
      {typed.kept && isDirty && <Restored at={typed.kept.at} onKeep={typed.settle} onDrop={() => start(account)} />}
      <p className="muted">
        {copy.lead} {copy.emailElsewhere}
      </p>
      <ProfileSections field={field} country={country} />
      {conflicting && (
        <ProfileConflictDialog
          where=""
          {...conflicting}
          onBack={() => takeNow(conflicting)}
          onChoose={(to) => choose(conflicting, to as Partial<Own>)}
        />
      )}
      {(account.level === 'admin' || account.level === 'superAdmin') && <SingleKeysSwitch />}
      <FormProblem problem={problem} />
      <div className={styles.bar} data-dirty={isDirty || undefined}>
        <SaveButton whenBack={whenBack} disabled={!isDirty} loading={isSubmitting} loadingLabel={copy.saving}>
          {copy.save}
        </SaveButton>
        {isDirty && !isSubmitting && !whenBack.waits && (
          <>
            <Button variant="ghost" onClick={() => start(account)}>
              {copy.discard}
            </Button>
            <p className="muted s" role="status">
              {copy.unsaved}
            </p>
          </>
        )}
      </div>
    </form>
  );
}
