import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { countries } from '#domain/copy.ts';
import { deliveryCountries, isDelivered } from '#domain/delivery.ts';
import { pages } from '#domain/pages.ts';
import { purchase } from '#domain/payments/copy.ts';
import { BuyerForm as Form } from '#domain/payments/rules.ts';
import { postalCodeRule } from '#domain/postal-code.ts';
import type { Account } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { wrongFields } from '../wrong-fields.ts';
import { openPaymentTab, type PaymentTab } from './open-payment.ts';
import styles from './payments.module.css';

export type Buyer = Omit<Form, 'consent'>;
type Fields = Omit<Form, 'consent' | 'country'> & { country: string; consent: boolean };

const COUNTRIES = deliveryCountries.map((value) => ({ value, label: countries[value] }));
const COUNTRY_HINT = purchase.countryHint(deliveryCountries);

interface Props {
  account: Account;
  /** Starts the payment; resolves to what went wrong, `null` when the payment has started. */
  pay: (buyer: Buyer, tab: PaymentTab | null) => Promise<Problem | null>;
}

/** Prefilled from the profile, which the purchase updates in turn. */
export function BuyerForm({ account, pay }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, control, getValues, handleSubmit, formState } = useForm<Fields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    defaultValues: fieldsOf(account),
  });

  /** Synchronous up to the opening of the tab: a browser allows it only while it handles the press itself. */
  const submit = useSingleFlight(async (_: FormEvent) => {
    const tab = Form.safeParse(getValues()).success ? openPaymentTab() : null;
    setProblem(null);
    await handleSubmit(
      async ({ consent: _, ...buyer }) => {
        setProblem(await pay(buyer, tab));
      },
      (errors) => setProblem(wrongFields(errors)),
    )();
  });

  const { errors, isSubmitting, isDirty } = formState;
  const country = useWatch({ control, name: 'country' });
  const field = (name: keyof Form) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Unsaved when={isDirty && !isSubmitting} what={{ payment: true }} />
      <FieldSection legend={purchase.form} hint={purchase.formHint}>
        <TextField label={purchase.firstName} autoComplete="given-name" {...field('firstName')} />
        <TextField label={purchase.lastName} autoComplete="family-name" {...field('lastName')} />
        <TextField
          label={purchase.company}
          autoComplete="organization"
          optional
          hint={purchase.companyHint}
          {...field('companyName')}
        />
        <TextField label={purchase.phone} type="tel" autoComplete="tel" hint={purchase.phoneHint} {...field('phone')} />
        <SelectField
          label={purchase.country}
          autoComplete="country"
          placeholder={purchase.countryPlaceholder}
          hint={COUNTRY_HINT}
          options={COUNTRIES}
          {...field('country')}
        />
        <TextField label={purchase.city} autoComplete="address-level2" {...field('city')} />
        <TextField label={purchase.address} autoComplete="address-line1" {...field('address')} />
        <TextField label={purchase.addressNumber} hint={purchase.addressNumberHint} {...field('addressNumber')} />
        <TextField
          label={purchase.postalCode}
          autoComplete="postal-code"
          hint={postalCodeRule(country)}
          {...field('postalCode')}
        />
      </FieldSection>
      <Checkbox
        label={<LinkedText text={purchase.consent} to={[pages.termsConditions.path]} />}
        {...field('consent')}
      />
      <FormProblem problem={problem} />
      <div className={styles.pay}>
        <Button type="submit" arrow loading={isSubmitting} loadingLabel={purchase.paying}>
          {purchase.pay}
        </Button>
        <p className="muted s">
          {purchase.newTab} {purchase.secure}
        </p>
      </div>
    </form>
  );
}

function fieldsOf(account: Account): Fields {
  const country = account.country ?? '';
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    companyName: account.companyName ?? '',
    country: isDelivered(country) ? country : '',
    address: account.address ?? '',
    addressNumber: account.addressNumber ?? '',
    city: account.city ?? '',
    postalCode: account.postalCode ?? '',
    phone: account.phone ?? '',
    consent: false,
  };
}
