import { renderToStaticMarkup } from 'react-dom/server';
import { ownDataCopy as copy, type OwnDataField, type OwnDataPart } from '#domain/accounts/data-copy.ts';
import { company } from '#domain/company.ts';
import { common } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDateTime } from '#domain/time.ts';
import type { OwnData, Row } from './own-data.ts';

/** The same as the JSON, for reading: one page that needs nothing beside itself. */
export function ownDataPage({ generatedAt, mailboxProven, parts }: OwnData): string {
  const { email } = parts.account[0]!;
  const { firstName, lastName, username } = parts.profile[0]!;
  const name = [firstName, lastName].filter(Boolean).join(' ') || String(username);
  const names = Object.keys(copy.parts) as OwnDataPart[];
  const page = (
    <html lang="sr-Latn">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${copy.title} | ${company.brand}`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{copy.title}</h1>
        <p>{copy.lead(name, String(email))}</p>
        <p>
          {copy.made(formatDateTime(generatedAt))}. {copy.secrets}
        </p>
        {!mailboxProven && <p>{copy.unproven}</p>}
        {names.map((part) => (
          <section key={part}>
            <h2>{copy.parts[part]}</h2>
            {parts[part].length === 0 && <p>{copy.empty}</p>}
            {parts[part].map((row, index) => (
              <Facts key={`${part}-${String(index)}`} row={row} number={parts[part].length > 1 ? index + 1 : null} />
            ))}
          </section>
        ))}
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function Facts({ row, number }: { row: Row; number: number | null }) {
  const known = (Object.keys(row) as OwnDataField[]).filter((field) => !isEmpty(row[field]) && field !== 'currency');
  return (
    <>
      {number && <h3>{copy.one(number)}</h3>}
      <dl>
        {known.map((field) => (
          <div key={field}>
            <dt>{copy.fields[field]}</dt>
            <dd>{say(row, field)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function say(row: Row, field: OwnDataField): string {
  const value = row[field];
  if ((field === 'amount' || field === 'refunded') && typeof value === 'number' && typeof row.currency === 'string')
    return formatMoneyExact({ amount: value, currency: row.currency });
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'object')
    return Object.entries(value as object)
      .map(pair)
      .join('\n');
  return copy.values[field]?.[String(value)] ?? String(value);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);

/** Inside nested things: `companyName: Pekara`. */
const pair = ([key, value]: [string, unknown]): string =>
  `${copy.fields[key as OwnDataField] ?? key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;

const STYLE = `
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; color: #0f1a24; background: #f4eee2;
         font: 1rem/1.5 Onest, "Segoe UI", Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
  h2 { margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 2px solid #0f1a24; }
  h3 { margin: 1.25rem 0 .25rem; }
  dl { margin: 0; padding: .5rem 1rem; background: #fcf9f2; border: 1px solid #cbc1ad; }
  dl div { display: grid; grid-template-columns: 14rem 1fr; gap: 1rem; padding: .3rem 0; border-top: 1px solid #e8e0d0; }
  dl div:first-child { border-top: 0; }
  dt { color: #565b57; }
  dd { margin: 0; white-space: pre-wrap; }
  @media (max-width: 40rem) { dl div { grid-template-columns: 1fr; gap: 0; } }
`;
