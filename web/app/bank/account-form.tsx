import { type FormEvent, useState } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import type { client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';

const { account: copy } = statementCopy;
export type AccountQuestion = Pick<
  Extract<Awaited<ReturnType<typeof client.bank.statements.import>>, { kind: 'account' }>,
  'accounts' | 'csv'
>;
export type OwnAccount = AccountQuestion['accounts'][number];

/** Whose account a statement is of, where its file does not say. */
export function AccountField({
  accounts,
  value,
  onChange,
}: {
  accounts: OwnAccount[];
  value: string;
  onChange: (account: string) => void;
}) {
  return (
    <SelectField
      label={copy.label}
      required
      placeholder={copy.choose}
      value={value}
      options={accounts.map(({ account, printed, owner }) => ({ value: account, label: copy.option(printed, owner) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function AccountForm({
  question: { accounts, csv },
  busy,
  problem,
  onColumns,
  onSubmit,
}: {
  question: AccountQuestion;
  busy: boolean;
  problem: Problem | null;
  /** The columns are others than last time. */
  onColumns: () => void;
  onSubmit: (account: string) => void;
}) {
  const [account, setAccount] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (account) onSubmit(account);
  }
  return (
    <form className="stack" onSubmit={submit}>
      <h3 className="d h4">{copy.title}</h3>
      <p className="muted">{copy.lead}</p>
      <AccountField accounts={accounts} value={account} onChange={setAccount} />
      {csv && (
        <p>
          {copy.known(csv.suggestion.currency ? null : csv.suggestion.defaultCurrency)}{' '}
          <Button size="sm" variant="ghost" disabled={busy} onClick={onColumns}>
            {copy.change}
          </Button>
        </p>
      )}
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} loadingLabel={statementCopy.busy} disabled={!account}>
          {copy.submit}
        </Button>
      </div>
    </form>
  );
}
