import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { signUp } from '#domain/accounts/copy.ts';
import { SignUpForm as Form, registrationMetadata } from '#domain/accounts/rules.ts';
import { common, countries } from '#domain/copy.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, FieldGroup, FormError, PasswordField, SelectField, TextField } from '../ui/field.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './auth.module.css';
import { authErrorCode, sayAuthError } from './auth-error.ts';

interface Props {
  /** The account was made and the page is only waiting to know it. */
  busy: boolean;
  toSignIn: () => void;
}

type Field = keyof Form;

/** Refusals that belong to one field are said there. */
const FIELD_OF: Record<string, Field> = {
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  username_taken: 'username',
  weak_password: 'password',
};

const DEFAULTS = {
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

export function SignUpForm({ busy, toSignIn }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [withCompany, setWithCompany] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<typeof DEFAULTS, unknown, Form>({
    resolver: zodResolver(Form) as never,
    defaultValues: DEFAULTS,
  });

  async function send(form: Form) {
    setProblem(null);
    try {
      const auth = await authClient();
      const { data, error } = await auth.signUp({
        email: form.email,
        password: form.password,
        options: {
          data: registrationMetadata(form, {
            terms: documentVersions.memberTerms,
            privacy: documentVersions.personalData,
          }),
        },
      });
      if (!error) {
        if (data.session) toast.success(signUp.success);
        else setSentTo(form.email);
        return;
      }
      const text = sayAuthError(error, signUp.generic);
      const field = FIELD_OF[authErrorCode(error) ?? ''];
      if (field) setError(field, { message: text }, { shouldFocus: true });
      else setProblem(text);
    } catch (error) {
      console.error(error);
      setProblem(signUp.generic);
    }
  }

  function refuse(errors: FieldErrors<Form>) {
    if (errors.taxNumber || errors.registrationNumber || errors.companyName || errors.companyAddress)
      setWithCompany(true);
    const wrong = Object.keys(errors).length;
    setProblem(wrong > 2 ? common.checkFields(wrong) : null);
  }

  const submit = useSingleFlight(handleSubmit(send, refuse));

  if (sentTo)
    return (
      <div role="status" className={styles.form}>
        <h2 className={styles.subtitle}>{signUp.confirmTitle}</h2>
        <p>{signUp.confirmEmail}</p>
        <p className={styles.muted}>{sentTo}</p>
      </div>
    );

  const { errors, isSubmitting } = formState;
  const field = (name: Field) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <FormError>{problem}</FormError>}
      <FieldGroup legend={signUp.person}>
        <TextField label={signUp.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={signUp.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField label={signUp.city} autoComplete="address-level2" {...field('city')} />
        <SelectField label={signUp.country} autoComplete="country" {...field('country')}>
          <option value="">{signUp.countryPlaceholder}</option>
          {Object.entries(countries).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label={signUp.phone} type="tel" autoComplete="tel" hint={signUp.phoneHint} {...field('phone')} />
      </FieldGroup>
      <FieldGroup legend={signUp.account}>
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
          label={signUp.password}
          autoComplete="new-password"
          hint={signUp.passwordHint}
          {...field('password')}
        />
      </FieldGroup>
      <details
        className={styles.company}
        open={withCompany}
        onToggle={(event) => setWithCompany(event.currentTarget.open)}
      >
        <summary>
          {signUp.company} <span>({common.optional})</span>
        </summary>
        <p className={styles.muted}>{signUp.companyHint}</p>
        <FieldGroup>
          <TextField label={signUp.companyName} autoComplete="organization" optional {...field('companyName')} />
          <TextField label={signUp.companyAddress} optional {...field('companyAddress')} />
          <TextField label={signUp.taxNumber} inputMode="numeric" optional {...field('taxNumber')} />
          <TextField label={signUp.registrationNumber} inputMode="numeric" optional {...field('registrationNumber')} />
        </FieldGroup>
      </details>
      <Checkbox
        label={
          <LinkedText text={signUp.consent} to={[pages.termsConditions.path, pages.personalDataProcessing.path]} />
        }
        {...field('consent')}
      />
      <Button type="submit" full arrow loading={isSubmitting || busy} loadingLabel={signUp.busy}>
        {signUp.button}
      </Button>
      <p className={styles.muted}>{signUp.once}</p>
      <p className={styles.links}>
        <button type="button" onClick={toSignIn}>
          {signUp.toSignIn}
        </button>
      </p>
    </form>
  );
}
