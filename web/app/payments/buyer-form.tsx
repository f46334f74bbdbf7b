import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { companyNumberText } from '#domain/company-numbers.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import { pages } from '#domain/pages.ts';
import { purchase } from '#domain/payments/copy.ts';
import { isDelivered } from '#domain/payments/delivery.ts';
import { BuyerForm as Form } from '#domain/payments/rules.ts';
import { buyerMore as more, waysCopy } from '#domain/payments/ways-copy.ts';
import { useCompanyNumberCheck } from '../company-numbers.ts';
import type { Account } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { LinkedText } from '../ui/linked-text.tsx';
import { wrongFields } from '../wrong-fields.ts';
import { BuyerFields } from './buyer-fields.tsx';
import { openPaymentTab, type PaymentTab } from './open-payment.ts';
import { type Fields, placeOf } from './order-fields.ts';
import styles from './payments.module.css';
import type { Place } from './use-payment-method.ts';
import { useTickAgain } from './use-tick-again.ts';

/** What is said while it is ordered, and what follows. */
const LOADING_LABEL = {
  card: purchase.paying,
  transfer: waysCopy.ordering,
  cash_on_delivery: waysCopy.orderingOnDelivery,
};
const AFTER = {
  card: `${purchase.newTab} ${purchase.secure}`,
  transfer: waysCopy.after,
  cash_on_delivery: waysCopy.afterOnDelivery,
};

/** What an account knows of its buyer. */
export type KnownBuyer = { [K in 'companyTaxNumber' | 'companyRegistrationNumber']: number | null } & {
  [K in Exclude<
    keyof Form,
    'consent' | 'courierNote' | 'isForOther' | `recipient${string}` | `company${'Tax' | 'Registration'}Number`
  >]: string | null;
};

interface Props {
  account: Account;
  /** The form as it was sent before, when it is to be changed. */
  sent: Fields | null;
  way: PaymentWay;
  /** It is ordered, and the next page is under way. */
  isLeaving: boolean;
  /** Beside the fields: how it is paid. */
  ways: (asked: { country: string; isFirm: boolean; to: Place }) => ReactNode;
  /** Starts the payment; resolves to what went wrong, `null` when the payment has started. */
  pay: (form: Form, tab: PaymentTab | null) => Promise<Problem | null>;
}

/** Prefilled from the profile, which the purchase updates in turn. */
export function BuyerForm({ account, sent, way, isLeaving, ways, pay }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, control, getValues, setValue, setError, handleSubmit, formState } = useForm<Fields, unknown, Form>({
    resolver: zodResolver(Form) as never,
    defaultValues: sent ?? initialBuyerFields(account),
  });

  const checkNumbers = useCompanyNumberCheck({ refused: more.taxNumberWrong });

  /** Synchronous up to the opening of the tab: a browser allows it only while it handles the press itself. */
  const submit = useSingleFlight(async (_: FormEvent) => {
    const form = Form.safeParse(getValues()).data;
    const isOdd = checkNumbers(form?.companyName ? numbersOf(form) : {}, (kind, ...said) =>
      setError(kind === 'taxNumber' ? 'companyTaxNumber' : 'companyRegistrationNumber', ...said),
    );
    setProblem(null);
    if (isOdd) return;
    const tab = form && way === 'card' ? openPaymentTab() : null;
    await handleSubmit(
      async (checked) => {
        setProblem(await pay(checked, tab));
      },
      (errors) => setProblem(wrongFields(errors)),
    )();
  });

  const { errors, isSubmitting, isDirty } = formState;
  const [country, companyName, isForOther, recipientPhone, phone, address, addressNumber, postalCode] = useWatch({
    control,
    name: ['country', 'companyName', 'isForOther', 'recipientPhone', 'phone', 'address', 'addressNumber', 'postalCode'],
  });
  const isFirm = companyName.trim() !== '';
  const consent = isFirm ? more.consentFirm : purchase.consent;
  useTickAgain(consent, () => setValue('consent', false));
  const field = (name: keyof Form) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={isDirty && !isSubmitting && !isLeaving} what={{ payment: true }} />
      <BuyerFields field={field} country={country} isFirm={isFirm} isForOther={isForOther} />
      {ways({
        country,
        isFirm,
        to: placeOf({ isForOther, recipientPhone, phone, address, addressNumber, postalCode }),
      })}
      <Checkbox
        label={<LinkedText text={consent} to={[(isFirm ? pages.companyTerms : pages.termsConditions).path]} />}
        {...field('consent')}
      />
      <FormProblem problem={problem} />
      <div className={styles.pay}>
        <Button type="submit" arrow loading={isSubmitting || isLeaving} loadingLabel={LOADING_LABEL[way]}>
          {purchase.pay}
        </Button>
        <p className="muted s">{AFTER[way]}</p>
      </div>
    </form>
  );
}

const numbersOf = ({ companyTaxNumber, companyRegistrationNumber, country }: Form) => ({
  taxNumber: companyTaxNumber,
  registrationNumber: companyRegistrationNumber,
  country,
});

/** Prefilled with what the account knows. */
export function initialBuyerFields(account: KnownBuyer): Fields {
  const country = account.country ?? '';
  return {
    firstName: account.firstName ?? '',
    lastName: account.lastName ?? '',
    companyName: account.companyName ?? '',
    companyTaxNumber: account.companyTaxNumber === null ? '' : companyNumberText(account.companyTaxNumber),
    companyRegistrationNumber:
      account.companyRegistrationNumber === null ? '' : companyNumberText(account.companyRegistrationNumber),
    isForOther: false,
    recipientName: '',
    recipientPhone: '',
    country: isDelivered(country) ? country : '',
    address: account.address ?? '',
    addressNumber: account.addressNumber ?? '',
    city: account.city ?? '',
    postalCode: account.postalCode ?? '',
    phone: account.phone ?? '',
    courierNote: '',
    consent: false,
  };
}
