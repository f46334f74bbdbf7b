import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CompanyForm as Form } from '#domain/advertising/company-form.ts';
import { subscribe } from '#domain/advertising/purchase-copy.ts';
import { isTaxNumberOf } from '#domain/company-numbers.ts';
import { COUNTRY_CODES, countries } from '#domain/copy.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { pages } from '#domain/pages.ts';
import { purchase } from '#domain/payments/copy.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { postalCodeRule } from '#domain/postal-code.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import type { Account } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { usePageRestoredFromCache } from '../ui/form/use-page-restored-from-cache.ts';
import { LinkedText } from '../ui/linked-text.tsx';
import { wrongFields } from '../wrong-fields.ts';
import { type CompanyFields, fieldsOfAccount } from './order-fields.ts';
import shared from './payments.module.css';
import { useTickAgain } from './use-tick-again.ts';

export type Company = Omit<Form, 'consent'> & { company_numbers_kept: boolean };
const snake = { taxNumber: 'tax_number', registrationNumber: 'registration_number' } as const;

const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countries[value] }));

interface Props {
  account: Account;
  /** The form of the order that is gone on with. */
  before: CompanyFields | null;
  /** A monthly package is subscribed to, the special one is bought once. */
  monthly: boolean;
  way: PaymentWay;
  /** Below the fields: how it is paid. */
  ways: (country: string) => ReactNode;
  /** Goes to the payment page; resolves to what went wrong, `null` when the browser is leaving. */
  pay: (company: Company) => Promise<Problem | null>;
}

/** Prefilled from the profile, which the purchase updates in turn. */
export function CompanyForm({ account, before, monthly, way, ways, pay }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<CompanyFields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    mode: 'onTouched',
    defaultValues: before ?? fieldsOfAccount(account),
  });
  const checkNumbers = useCompanyNumberCheck();
  usePageRestoredFromCache(() => setLeaving(false));

  const submit = useSingleFlight(async (event: FormEvent) => {
    setProblem(null);
    await handleSubmit(
      async ({ consent: _, ...company }) => {
        const taxNumber = company.company_tax_number;
        const { company_registration_number: registrationNumber, company_country: country } = company;
        const isOdd = checkNumbers({ taxNumber, registrationNumber, country }, (kind, ...said) =>
          setError(`company_${snake[kind]}`, ...said),
        );
        if (isOdd) return;
        const refused = await pay({ ...company, company_numbers_kept: !isTaxNumberOf(taxNumber, country) });
        setProblem(refused);
        setLeaving(refused === null);
      },
      (errors) => setProblem(wrongFields(errors)),
    )(event);
  });

  const country = watch('company_country');
  const consent = monthly && way === 'card' ? subscribe.consent : subscribe.specialConsent;
  useTickAgain(consent, () => setValue('consent', false));
  const { errors, isSubmitting, isDirty } = formState;
  const field = (name: keyof Form) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={shared.form} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={isDirty && !isSubmitting && !leaving} what={{ payment: true }} />
      <FieldSection legend={subscribe.form} hint={subscribe.formHint}>
        <TextField label={subscribe.company} autoComplete="organization" wide {...field('company_name')} />
        <TextField
          label={subscribe.taxNumber}
          inputMode="numeric"
          hint={subscribe.taxNumberHint}
          {...field('company_tax_number')}
        />
        <TextField
          label={subscribe.registrationNumber}
          inputMode="numeric"
          hint={subscribe.registrationHint}
          {...field('company_registration_number')}
        />
        <TextField label={subscribe.address} autoComplete="street-address" wide {...field('company_address')} />
        <SelectField
          label={purchase.country}
          autoComplete="country"
          options={COUNTRIES}
          {...field('company_country')}
        />
        <TextField label={subscribe.city} autoComplete="address-level2" {...field('company_city')} />
        <TextField
          label={subscribe.postalCode}
          autoComplete="postal-code"
          inputMode="numeric"
          hint={postalCodeRule(country)}
          {...field('company_postal_code')}
        />
        <TextField label={subscribe.email} type="email" autoComplete="email" {...field('email')} />
        <TextField
          label={subscribe.contact}
          type="tel"
          autoComplete="tel"
          hint={subscribe.contactHint}
          {...field('company_contact')}
        />
      </FieldSection>
      {ways(country)}
      <Checkbox label={<LinkedText text={consent} to={[pages.companyTerms.path]} />} {...field('consent')} />
      <FormProblem problem={problem} />
      <div className={shared.pay}>
        <Button
          type="submit"
          arrow
          loading={isSubmitting || leaving}
          loadingLabel={way === 'card' ? subscribe.paying : waysCopy.ordering}
        >
          {monthly && way === 'card' ? subscribe.pay : subscribe.specialPay}
        </Button>
        <p className="muted s">{way === 'card' ? subscribe.secure : waysCopy.after}</p>
      </div>
    </form>
  );
}
