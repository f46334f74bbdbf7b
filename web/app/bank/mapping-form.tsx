import { type FormEvent, useState } from 'react';
import { statementCopy } from '#domain/bank/copy.ts';
import type { ColumnMapping } from '#domain/bank/statement.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, SelectField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { AccountField, type OwnAccount } from './account-form.tsx';
import styles from './mapping-form.module.css';

export type Mapping = ColumnMapping;
export interface MappingQuestion {
  columns: string[];
  sample: string[][];
  suggestion: Partial<Mapping>;
  /** The suggestion is what was answered for an earlier file. */
  isKnown: boolean;
  accounts: OwnAccount[];
}

const { mapping: copy } = statementCopy;
const FIELDS = ['date', 'amount', 'outgoing', 'reference', 'purpose', 'payer', 'payerAccount', 'currency'] as const;
const REQUIRED: readonly string[] = ['date', 'amount'];
const CURRENCIES = ['RSD', 'EUR'] as const;

/** Asked once for every shape of CSV, and again when it does not fit: which column holds what, with the first rows to look at. */
export function MappingForm({
  question,
  busy,
  problem,
  onSubmit,
}: {
  question: MappingQuestion;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (mapping: Mapping, account: string) => void;
}) {
  const { columns, sample, suggestion, isKnown, accounts } = question;
  const [account, setAccount] = useState(accounts.length === 1 ? accounts[0]!.account : '');
  const [mapping, setMapping] = useState<Partial<Mapping>>({ defaultCurrency: 'RSD', ...suggestion });
  const { date, amount, defaultCurrency = 'RSD', ...optional } = mapping;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (date && amount && account) onSubmit({ ...optional, date, amount, defaultCurrency }, account);
  }

  return (
    <form className="stack" onSubmit={submit}>
      <h3 className="d h4">{copy.title}</h3>
      <p className="muted">{isKnown ? copy.leadKnown : copy.lead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, also by keyboard */}
      <section className="scrollx" tabIndex={0} aria-label={copy.sample}>
        <table className={styles.sample}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={row.join('|')}>
                {columns.map((name, at) => (
                  <td key={name}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <FieldGroup columns={2}>
        {FIELDS.map((field) => (
          <SelectField
            key={field}
            label={copy[field]}
            required={REQUIRED.includes(field)}
            placeholder={copy.none}
            value={mapping[field] ?? ''}
            options={columns.map((name) => ({ value: name, label: name }))}
            onChange={(event) => setMapping({ ...mapping, [field]: event.target.value || undefined })}
          />
        ))}
        <AccountField accounts={accounts} value={account} onChange={setAccount} />
        {!mapping.currency && (
          <SelectField
            label={copy.defaultCurrency}
            value={defaultCurrency}
            options={CURRENCIES.map((name) => ({ value: name, label: name }))}
            onChange={(event) =>
              setMapping({ ...mapping, defaultCurrency: CURRENCIES.find((one) => one === event.target.value) ?? 'RSD' })
            }
          />
        )}
      </FieldGroup>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} loadingLabel={statementCopy.busy} disabled={!date || !amount || !account}>
          {copy.submit}
        </Button>
      </div>
    </form>
  );
}
