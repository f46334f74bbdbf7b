import { useState } from 'react';
import { accountCopy as copy } from '#domain/payouts/account-copy.ts';
import { PAYEE_MAX } from '#domain/payouts/rules.ts';
import { TextField } from './ui/form/field.tsx';

/** Whose account it is and its number; `isMissing` once it was sent without one of them. */
export function useBankAccountFields(first: { payee: string; account: string }) {
  const [named, setNamed] = useState(first);
  const [asked, setAsked] = useState(false);
  const isPayeeMissing = named.payee.trim().length < 2;
  const isAccountMissing = named.account.trim() === '';
  return {
    named,
    isMissing: isPayeeMissing || isAccountMissing,
    setAsked,
    fields: {
      named,
      onChange: setNamed,
      isPayeeMissing: asked && isPayeeMissing,
      isAccountMissing: asked && isAccountMissing,
    },
  };
}

export function BankAccountFields({
  named,
  onChange,
  isPayeeMissing,
  isAccountMissing,
  isAccountFixed = false,
  autoFocus = false,
}: ReturnType<typeof useBankAccountFields>['fields'] & { isAccountFixed?: boolean; autoFocus?: boolean }) {
  return (
    <>
      <TextField
        label={copy.payee}
        value={named.payee}
        maxLength={PAYEE_MAX}
        autoComplete="off"
        autoFocus={autoFocus}
        {...(isPayeeMissing ? { error: copy.payeeMissing } : {})}
        onChange={(event) => onChange({ ...named, payee: event.target.value })}
      />
      <TextField
        label={copy.account}
        hint={copy.accountHint}
        value={named.account}
        maxLength={40}
        readOnly={isAccountFixed}
        autoComplete="off"
        {...(isAccountMissing ? { error: copy.accountMissing } : {})}
        onChange={(event) => onChange({ ...named, account: event.target.value })}
      />
    </>
  );
}
