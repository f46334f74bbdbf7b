import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { forgot, signUp } from '#domain/accounts/copy.ts';
import { SignUpForm as Form, registrationMetadata } from '#domain/accounts/person-forms.ts';
import { isCommonPassword } from '#domain/auth/password.ts';
import type { Product } from '#domain/catalogue/catalogue.ts';
import { common, countries } from '#domain/copy.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import { registerAccount, signInIfAlreadyRegistered } from '../register-account.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, FieldGroup, PasswordField, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { wrongFields } from '../wrong-fields.ts';
import styles from './auth.module.css';
import { ResendConfirmation } from './resend-confirmation.tsx';

type Field = keyof Form;
type Fields = Omit<Form, 'country' | 'consent'> & { country: string; consent: boolean };

const EMPTY: Fields = {
  firstName: '',
  lastName: '',
  phone: '',
  city: '',
  country: '',
  username: '',
  email: '',
  password: '',
  companyName: '',
  taxNumber: '',
  registrationNumber: '',
  companyAddress: '',
  consent: false,
};
const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));
const COMPANY: readonly Field[] = ['companyName', 'companyAddress', 'taxNumber', 'registrationNumber'];

/** Refusals of one field are shown at the field. */
const FIELD_OF: Record<string, Field> = {
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  username_taken: 'username',
  weak_password: 'password',
};

/** The state is the page's, so that a look at the other tab does not lose what was typed. */
export const useSignUpForm = () =>
  useForm<Fields, unknown, Form>({ resolver: zodResolver(Form) as never, defaultValues: EMPTY });

interface Props {
  form: UseFormReturn<Fields, unknown, Form>;
  /** The account was made and the page is only waiting to know it. */
  busy: boolean;
  toSignIn: () => void;
  /** What the person was about to buy; the server keeps it through the approval. */
  chosen: Product | null;
}

/** Sending the form: what is said of it, and where the mail went that confirms the address. */
function useSignUp({ form, chosen }: Pick<Props, 'form' | 'chosen'>) {
  const { handleSubmit, getValues, setError } = form;
  const [problem, setProblem] = useState<Problem | null>(null);
  const checkNumbers = useCompanyNumberCheck();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [withCompany, setWithCompany] = useState(() => COMPANY.some((name) => getValues(name)));

  async function send(values: Form) {
    setProblem(null);
    const isOdd = checkNumbers(values, (...said) => {
      flushSync(() => setWithCompany(true));
      setError(...said);
    });
    if (isOdd) return;
    const { email, password } = values;
    const versions = { terms: documentVersions.memberTerms, privacy: documentVersions.personalData };
    const data = registrationMetadata(values, versions, chosen?.name ?? null);
    const outcome = await write(() => registerAccount({ email, password, options: { data } }), {
      arrived: signInIfAlreadyRegistered(values),
      failed: signUp.generic,
    });
    if (outcome.outcome === 'done') {
      if (outcome.value.isSignedIn) toast.success(signUp.success);
      else setSentTo(email);
      return;
    }
    const field = FIELD_OF[outcome.code ?? ''];
    if (field) setError(field, { message: outcome.text }, { shouldFocus: true });
    else setProblem(outcome);
  }

  function refuse(errors: FieldErrors<Fields>) {
    if (COMPANY.some((name) => errors[name])) setWithCompany(true);
    setProblem(wrongFields(errors));
  }

  const submit = useSingleFlight(handleSubmit(send, refuse));
  return { problem, sentTo, withCompany, setWithCompany, submit };
}

export function SignUpForm({ form, busy, toSignIn, chosen }: Props) {
  const { problem, sentTo, withCompany, setWithCompany, submit } = useSignUp({ form, chosen });
  if (sentTo) return <ConfirmByMail email={sentTo} />;

  const { register, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const field = (name: Field) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={isDirty && !isSubmitting && !busy} what={signUp.title} />
      <FieldSection legend={signUp.person}>
        <TextField label={signUp.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={signUp.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField label={signUp.city} autoComplete="address-level2" {...field('city')} />
        <SelectField
          label={signUp.country}
          autoComplete="country"
          placeholder={signUp.countryPlaceholder}
          options={COUNTRIES}
          {...field('country')}
        />
        <TextField
          wide
          label={signUp.phone}
          type="tel"
          autoComplete="tel"
          hint={signUp.phoneHint}
          {...field('phone')}
        />
      </FieldSection>
      <FieldSection legend={signUp.account}>
        <TextField
          label={signUp.username}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          hint={signUp.usernameHint}
          {...field('username')}
        />
        <TextField
          label={signUp.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          hint={signUp.emailHint}
          {...field('email')}
        />
        <PasswordField
          wide
          label={signUp.password}
          autoComplete="new-password"
          hint={isCommonPassword(form.watch('password')) ? signUp.passwordCommon : signUp.passwordHint}
          {...field('password')}
        />
      </FieldSection>
      <details
        className={styles.company}
        open={withCompany}
        onToggle={(event) => setWithCompany(event.currentTarget.open)}
      >
        <summary>
          {signUp.company} <span>({common.optional})</span>
        </summary>
        <p className="muted s">{signUp.companyHint}</p>
        <FieldGroup columns={2}>
          <TextField label={signUp.companyName} autoComplete="organization" {...field('companyName')} />
          <TextField label={signUp.companyAddress} {...field('companyAddress')} />
          <TextField label={signUp.taxNumber} inputMode="numeric" {...field('taxNumber')} />
          <TextField label={signUp.registrationNumber} inputMode="numeric" {...field('registrationNumber')} />
        </FieldGroup>
      </details>
      <Checkbox
        label={
          <LinkedText text={signUp.consent} to={[pages.termsConditions.path, pages.personalDataProcessing.path]} />
        }
        {...field('consent')}
      />
      <FormProblem problem={problem} />
      <div className={styles.send}>
        <Button type="submit" full arrow loading={isSubmitting || busy} loadingLabel={signUp.busy}>
          {signUp.button}
        </Button>
        <p className="muted s">{signUp.once}</p>
      </div>
      <p className={styles.links}>
        <button type="button" onClick={toSignIn}>
          {signUp.toSignIn}
        </button>
      </p>
    </form>
  );
}

function ConfirmByMail({ email }: { email: string }) {
  return (
    <div className={styles.form}>
      <div role="status" className={styles.said}>
        <h2 className="d h3">{signUp.confirmTitle}</h2>
        <p>{signUp.confirmEmail}</p>
        <p className="muted">{email}</p>
      </div>
      <p className="muted s">{forgot.spam}</p>
      <ResendConfirmation email={email} justSent />
    </div>
  );
}
