import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { myProfile as copy } from '#domain/accounts/account-copy.ts';
import { account as accountCopy } from '#domain/accounts/my-copy.ts';
import { ProfileForm as Form, profileOf } from '#domain/accounts/person-forms.ts';
import { ownRewardsCopy } from '#domain/rewards/own-copy.ts';
import { conflictIn, type ProfileConflict, ProfileConflictDialog } from '../accounts/profile-conflict.tsx';
import { client } from '../api.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import { type Account, resolveAccount, showAccount } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { useKeptText } from '../typed/kept-text.ts';
import { Restored } from '../typed/restored.tsx';
import { SaveButton } from '../typed/save-button.tsx';
import { useSendWhenOnline } from '../typed/use-send-when-online.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { wrongFields } from '../wrong-fields.ts';
import {
  changedIn,
  FIELD_OF,
  type Field,
  type Fields,
  fieldsOf,
  type Name,
  nameOf,
  type Own,
  pick,
} from './profile-fields.ts';
import { ProfileSections } from './profile-sections.tsx';
import styles from './section.module.css';

const SingleKeysSwitch = lazyComponent(() => import('./single-keys-switch.tsx'), {
  size: 'part',
  title: copy.keys.late,
});

const RewardAccount = lazyComponent(() => import('../rewards/reward-account.tsx'), {
  size: 'part',
  title: ownRewardsCopy.accountTitle,
});

/** What was typed and not saved, and what those fields held before. */
interface Unfinished {
  from: Partial<Own>;
  to: Partial<Fields>;
}

/** A change over which somebody else's has come. */
interface Conflicting {
  from: Partial<Own>;
  to: Partial<Own>;
  conflict: ProfileConflict;
}

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
  /** The initial values; the server compares them with the stored ones, to notice another change meanwhile. */
  const [base, setBase] = useState(account);
  const [problem, setProblem] = useState<Problem | null>(null);
  const checkNumbers = useCompanyNumberCheck();
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);
  const { register, control, handleSubmit, reset, setError, setValue, getValues, formState } = useForm<
    Fields,
    unknown,
    Form
  >({
    resolver: zodResolver(Form) as never,
    defaultValues: fieldsOf(account),
  });
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const country = useWatch({ control, name: 'country' });

  const typed = useKeptText<Unfinished>('profile');
  const saved = useRef(false);

  /** `since`: the fields that were typed in while the others were saved. */
  const start = (from: Account, since: readonly Field[] = []) => {
    const fields = fieldsOf(from);
    setBase(from);
    for (const name of Object.keys(fields) as Field[]) if (!since.includes(name)) setValue(name, fields[name]);
    // Without its fields the form would lose a letter typed before it is rendered again.
    reset(fields, { keepValues: true, keepFieldsRef: true });
    typed.forget();
    keep(from);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (!typed.kept) return;
    const { from, to } = typed.kept.typed;
    // Compared with what it was then, so that a change made meanwhile is noticed.
    setBase({ ...account, ...from });
    for (const [name, value] of Object.entries(to) as [Field, string][]) setValue(name, value, { shouldDirty: true });
  }, []);
  const keep = (from: Account) => {
    const [before, now] = [fieldsOf(from), getValues()];
    const names = changedIn(before, now);
    if (names.length === 0) return typed.forget();
    const to = Object.fromEntries(names.map((name) => [name, now[name]]));
    typed.keep({ from: pick(from, names.map(nameOf)), to });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change made elsewhere is shown while nothing is typed
  useEffect(() => {
    if (!isDirty && !isSubmitting && account !== base) start(account);
  }, [account, isDirty, isSubmitting]);

  async function save(form: Form) {
    if (!navigator.onLine) return whenBack.wait();
    if ((dirtyFields.taxNumber || dirtyFields.registrationNumber) && checkNumbers(form, setError)) return;
    const wanted = profileOf(form);
    const names = (Object.keys(wanted) as Name[]).filter((name) => dirtyFields[FIELD_OF[name] ?? (name as Field)]);
    await send(pick(base, names), pick(wanted, names));
  }

  async function send(from: Partial<Own>, to: Partial<Own>) {
    const sent = getValues();
    const undo = showAccount({ ...account, ...to });
    setProblem(null);
    const outcome = await write(() => client.accounts.own.update({ from, to }), { failed: copy.failed });
    if (outcome.outcome === 'done') {
      showAccount(outcome.value);
      saved.current = true;
      start(outcome.value, changedIn(sent, getValues()));
      return toast.success(copy.saved);
    }
    undo();
    const { code, text } = outcome;
    const conflict = code === 'PERSON_CHANGED' ? conflictIn(outcome) : null;
    if (code === 'USERNAME_TAKEN' || code === 'USERNAME_IS_ADDRESS')
      setError('username', { message: text }, { shouldFocus: true });
    else if (conflict) setConflicting({ from, to, conflict });
    else setProblem(outcome);
  }

  /** The fields as they stand now; what was typed over them stays typed. */
  function takeNow({ conflict }: Conflicting): Account {
    const now = { ...base, ...conflict.now };
    setConflicting(null);
    setBase(now);
    reset(fieldsOf(now), { keepDirtyValues: true });
    void resolveAccount();
    return now;
  }

  function choose(conflicting: Conflicting, to: Partial<Own>) {
    const now = takeNow(conflicting);
    if (Object.keys(to).length === 0) return start(now);
    void send(Object.fromEntries((Object.keys(to) as Name[]).map((name) => [name, now[name]])), to);
  }

  const submit = useSingleFlight(handleSubmit(save, (wrong) => setProblem(wrongFields(wrong))));
  const saveNow = async () => {
    saved.current = false;
    await submit();
    return saved.current;
  };
  const whenBack = useSendWhenOnline(saveNow);
  const field = (name: Field) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} onChange={() => keep(base)} noValidate>
      <Unsaved
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
