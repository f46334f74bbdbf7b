import { useRef, useState } from 'react';
import { myProfile as copy } from '#domain/accounts/account-copy.ts';
import { type ProfileForm as Form, profileOf } from '#domain/accounts/person-forms.ts';
import { conflictIn, latestConflict, type ProfileConflict } from '../accounts/profile-conflict.tsx';
import { client } from '../api.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import { type Account, resolveAccount, showAccount } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { useSendWhenOnline } from '../typed/use-send-when-online.ts';
import type { Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { wrongFields } from '../wrong-fields.ts';
import { changedIn, FIELD_OF, type Field, fieldsOf, type Name, type Own, pick } from './profile-fields.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

/** A change over which somebody else's has come. */
interface Conflicting {
  from: Partial<Own>;
  to: Partial<Own>;
  conflict: ProfileConflict;
  /** As the page showed it when the refusal came. */
  shown: Account;
}

/** Sends what was changed. It is shown at once and undone when the server refuses. */
export function useProfileSaving(account: Account, { form, base, setBase, dirtyFields, start }: ProfileDraft) {
  const { handleSubmit, reset, setError, getValues } = form;
  const [problem, setProblem] = useState<Problem | null>(null);
  const checkNumbers = useCompanyNumberCheck();
  const [conflicting, setConflicting] = useState<Conflicting | null>(null);
  const saved = useRef(false);

  async function save(values: Form) {
    if (!navigator.onLine) return whenBack.wait();
    if ((dirtyFields.taxNumber || dirtyFields.registrationNumber) && checkNumbers(values, setError)) return;
    const wanted = profileOf(values);
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
    else if (conflict) setConflicting({ from, to, conflict, shown: account });
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
  const latest = conflicting && {
    ...conflicting,
    conflict: latestConflict(conflicting.conflict, conflicting.shown, account),
  };
  return { problem, conflicting: latest, takeNow, choose, submit, saveNow, whenBack };
}
