import { useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { signUp } from '#domain/accounts/copy.ts';
import { common, countries, writing } from '#domain/copy.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { type ReferralForm as Form, firstProblem, trimReferralForm } from '#domain/network/referral-form.ts';
import { pages } from '#domain/pages.ts';
import { client, errorCode, errorMessage } from '../api.ts';
import { isOffline } from '../error-message.ts';
import { registerAccount, signInIfAlreadyRegistered } from '../register-account.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, PasswordField, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { type Refusal, type Unknown, write } from '../write.ts';
import { codeRefusalText, enrolBy, type WhyNot, whyNot } from './enrol-by.ts';
import { EnrolWithAnotherCode } from './enrol-with-another-code.tsx';
import styles from './ref-register.module.css';

type Fields = Form & { consent: boolean };

const copy = networkCopy.register;
const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

/** One mistake is shown at a time, the first in this order. */
const resolver: Resolver<Fields> = ({ consent, ...typed }) => {
  const form = { ...trimReferralForm(typed), consent };
  const wrong =
    firstProblem(form) ?? (form.consent ? null : { field: 'consent' as const, message: copy.consentNeeded });
  return wrong
    ? { values: {}, errors: { [wrong.field]: { type: 'validate', message: wrong.message } } }
    : { values: form, errors: {} };
};

export type RegistrationOutcome =
  /** `inviter` is `null` when the server did not name them. */
  { kind: 'enrolled'; inviter: string | null } | { kind: 'confirm'; email: string };

/** The owner of the link's code. */
export interface Inviter {
  username: string | null;
  /** The code of the server's refusal, when there was one. */
  refused: string | null;
  isLoading: boolean;
}

interface Props {
  /** The code of the link, as it came. */
  given: string;
  inviter: Inviter;
  /** Called before the session of the new account opens, and again when there will be none. */
  registering: (active: boolean) => void;
  done: (outcome: RegistrationOutcome) => void;
}

/** Making the account with its place in the network, as far as it comes. */
function useReferral({ given, registering, done }: Omit<Props, 'inviter'>) {
  const form = useForm<Fields>({
    resolver,
    defaultValues: {
      email: '',
      password: '',
      firstName: '',
      lastName: '',
      username: '',
      phone: '',
      country: '',
      city: '',
      code: normaliseReferralCode(given) ?? given,
      consent: false,
    },
  });
  const { handleSubmit, setError } = form;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(null);
  /** What was sent without an outcome: sent again, it goes on where the first attempt has come to. */
  const lost = useRef('');
  /** The account exists; why its place in the network is missing. */
  const [made, setMade] = useState<WhyNot | null>(null);

  async function send(values: Fields) {
    setProblem(null);
    try {
      await client.network.inviter({ code: values.code });
    } catch (error) {
      const said = codeRefusalText(errorCode(error));
      if (said) return setError('code', { message: said }, { shouldFocus: true });
      return setProblem({ text: couldNotLook(error) });
    }
    registering(true);
    const { email, password } = values;
    const key = JSON.stringify([email, password]);
    const options = { data: metadata(values), emailRedirectTo: `${window.location.origin}/` };
    const outcome = await write(() => registerAccount({ email, password, options }), {
      arrived: signInIfAlreadyRegistered(values),
      again: lost.current === key,
      failed: copy.failed,
    });
    if (outcome.outcome !== 'done') {
      registering(false);
      if (outcome.outcome === 'unknown') lost.current = key;
      return refuse(outcome);
    }
    if (!outcome.value.isSignedIn) return done({ kind: 'confirm', email });
    const enrolment = await enrolBy(values.code);
    // No place was left for it when it was made, and no code gets it one: it waits like any other.
    if (enrolment.outcome === 'refused' && enrolment.code === 'FORBIDDEN')
      return void navigate(pages.pendingApproval.path, { replace: true });
    if (enrolment.outcome !== 'done') return setMade(whyNot(enrolment));
    done({ kind: 'enrolled', inviter: enrolment.value.username });
  }

  function refuse(outcome: Refusal | Unknown) {
    const { code } = outcome;
    if (code === 'user_already_exists' || code === 'email_exists')
      return setError('email', { message: copy.exists }, { shouldFocus: true });
    if (code === 'weak_password')
      return setError('password', { message: copy.problems.password }, { shouldFocus: true });
    if (code === 'username_taken') return setError('username', { message: copy.usernameTaken }, { shouldFocus: true });
    setProblem(outcome);
  }

  const submit = useSingleFlight(handleSubmit(send));
  return { form, problem, made, submit };
}

export function ReferralForm({ given, inviter, registering, done }: Props) {
  const { form, problem, made, submit } = useReferral({ given, registering, done });
  const { register, getValues, formState } = form;
  const locked = normaliseReferralCode(given) !== null && inviter.refused === null;

  const field = (name: keyof Fields) => ({ ...register(name), error: formState.errors[name]?.message });
  const code = field('code');
  const codeProblem = code.error ?? codeRefusalText(inviter.refused);

  if (made)
    return (
      <div className={styles.form}>
        <p className="muted">{getValues('email')}</p>
        <EnrolWithAnotherCode
          given={getValues('code')}
          why={made}
          autoFocus
          joined={(inviter) => done({ kind: 'enrolled', inviter })}
        />
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={formState.isDirty && !formState.isSubmitting} what={copy.title} />
      <FieldSection legend={signUp.account}>
        <TextField wide label={copy.email} type="email" inputMode="email" autoComplete="username" {...field('email')} />
        <PasswordField
          wide
          label={copy.password}
          autoComplete="new-password"
          hint={copy.passwordHint}
          {...field('password')}
        />
      </FieldSection>
      <FieldSection legend={signUp.person}>
        <TextField label={copy.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={copy.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={copy.username}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextField label={copy.phone} type="tel" autoComplete="tel" {...field('phone')} />
        <SelectField
          label={copy.country}
          autoComplete="country"
          placeholder={signUp.countryPlaceholder}
          options={COUNTRIES}
          {...field('country')}
        />
        <TextField label={copy.city} autoComplete="address-level2" {...field('city')} />
        <TextField
          wide
          label={copy.code}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          readOnly={locked}
          hint={inviter.isLoading ? copy.checkingCode : locked ? copy.codeLocked : copy.codeHint}
          {...code}
          error={codeProblem}
        />
      </FieldSection>
      <Checkbox
        label={
          <LinkedText text={signUp.consent} to={[pages.termsConditions.path, pages.personalDataProcessing.path]} />
        }
        {...field('consent')}
      />
      <FormProblem problem={problem} />
      <Button type="submit" full arrow loading={formState.isSubmitting} loadingLabel={copy.busy}>
        {copy.button}
      </Button>
    </form>
  );
}

/** A failure of the server that says nothing of its own. */
function couldNotLook(error: unknown): string {
  if (isOffline(error)) return writing.offline;
  const said = errorMessage(error);
  return said === common.serverError ? copy.checkFailed : said;
}

/** The profile fields that the sign-up endpoint stores, with the versions the person agreed to. */
const metadata = (form: Form) => ({
  first_name: form.firstName,
  last_name: form.lastName,
  username: form.username,
  phone: form.phone,
  country: form.country,
  city: form.city,
  referral_code: form.code,
  terms_version: documentVersions.memberTerms,
  privacy_version: documentVersions.personalData,
});
