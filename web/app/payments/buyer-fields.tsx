import type { UseFormRegisterReturn } from 'react-hook-form';
import { countries } from '#domain/copy.ts';
import { changedDeliveryCopy as delivery } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { purchase } from '#domain/payments/copy.ts';
import { deliveryCountries } from '#domain/payments/delivery.ts';
import type { BuyerForm as Form } from '#domain/payments/rules.ts';
import { buyerMore as more } from '#domain/payments/ways-copy.ts';
import { postalCodeRule } from '#domain/postal-code.ts';
import { Checkbox, FieldGroup, SelectField, TextField } from '../ui/form/field.tsx';
import { FieldSection } from '../ui/form/field-section.tsx';
import styles from './payments.module.css';

const COUNTRIES = deliveryCountries.map((value) => ({ value, label: countries[value] }));
const COUNTRY_HINT = purchase.countryHint(deliveryCountries);

interface Props {
  field: (name: keyof Form) => UseFormRegisterReturn & { error: string | undefined };
  country: string;
  isFirm: boolean;
  isForOther: boolean;
  /** Under the heading; without it what the buyer reads. */
  hint?: string;
  /** The browser may fill in what it knows of whoever types. */
  isOwn?: boolean;
}

/** Who buys, where it goes, and who takes it. */
export function BuyerFields({ field, country, isFirm, isForOther, hint = purchase.formHint, isOwn = true }: Props) {
  const known = (what: string) => (isOwn ? what : 'off');
  return (
    <>
      <FieldSection legend={purchase.form} hint={hint}>
        <TextField label={purchase.firstName} autoComplete={known('given-name')} {...field('firstName')} />
        <TextField label={purchase.lastName} autoComplete={known('family-name')} {...field('lastName')} />
        <TextField
          label={purchase.company}
          autoComplete={known('organization')}
          optional
          wide
          hint={purchase.companyHint}
          {...field('companyName')}
        />
        {isFirm && (
          <>
            <TextField
              label={more.taxNumber}
              inputMode="numeric"
              hint={more.taxNumberHint}
              {...field('companyTaxNumber')}
            />
            <TextField
              label={more.registrationNumber}
              inputMode="numeric"
              hint={more.registrationHint}
              {...field('companyRegistrationNumber')}
            />
          </>
        )}
        <TextField
          label={purchase.phone}
          type="tel"
          autoComplete={known('tel')}
          hint={purchase.phoneHint}
          {...field('phone')}
        />
        <SelectField
          label={purchase.country}
          autoComplete={known('country')}
          placeholder={purchase.countryPlaceholder}
          hint={COUNTRY_HINT}
          options={COUNTRIES}
          {...field('country')}
        />
        <TextField label={purchase.city} autoComplete={known('address-level2')} {...field('city')} />
        <TextField label={purchase.address} autoComplete={known('address-line1')} {...field('address')} />
        <TextField label={purchase.addressNumber} hint={purchase.addressNumberHint} {...field('addressNumber')} />
        <TextField
          label={purchase.postalCode}
          autoComplete={known('postal-code')}
          hint={postalCodeRule(country)}
          {...field('postalCode')}
        />
        <TextField
          label={delivery.note}
          autoComplete="off"
          optional
          wide
          hint={delivery.noteHint}
          {...field('courierNote')}
        />
      </FieldSection>
      <div className={styles.other}>
        <Checkbox label={more.other} {...field('isForOther')} />
        {isForOther && (
          <FieldGroup columns={2}>
            <TextField label={more.recipientName} autoComplete="off" {...field('recipientName')} />
            <TextField
              label={more.recipientPhone}
              type="tel"
              autoComplete="off"
              hint={more.recipientHint}
              {...field('recipientPhone')}
            />
          </FieldGroup>
        )}
      </div>
    </>
  );
}
