import { people } from '#domain/accounts/people-copy.ts';
import { audit as copy } from '#domain/admin/audit-copy.ts';
import { common } from '#domain/copy.ts';
import type { client } from '../../api.ts';
import styles from './changes.module.css';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

/** What an entry changed, side by side; only what differs. */
export function Changes({ entry }: { entry: Entry }) {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return (
    <div className={styles.changes}>
      {names.length === 0 ? (
        <p className="muted">{copy.noChanges}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{copy.field}</th>
              <th scope="col">{copy.before}</th>
              <th scope="col">{copy.after}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{labelOf(name)}</th>
                <td data-label={copy.before}>
                  <Value value={before[name]} was />
                </td>
                <td data-label={copy.after}>
                  <Value value={after[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl>
        <div>
          <dt>{copy.columns.subject}</dt>
          <dd>{entry.subjectId}</dd>
        </div>
        {entry.ip && (
          <div>
            <dt>{copy.ip}</dt>
            <dd>{entry.ip}</dd>
          </div>
        )}
        {entry.requestId && (
          <div>
            <dt>{copy.request}</dt>
            <dd>{entry.requestId}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Record<string, unknown> =>
  isObject(value) ? value : value === null || value === undefined ? {} : { value };

const labelOf = (name: string): string =>
  people.fields[name as keyof typeof people.fields] ?? copy.fields[name] ?? name;

function Value({ value, was = false }: { value: unknown; was?: boolean }) {
  if (value === null || value === undefined || value === '') return <span className="muted">{copy.nothing}</span>;
  const text =
    typeof value === 'boolean'
      ? value
        ? common.yes
        : common.no
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return was ? <del>{text}</del> : <ins>{text}</ins>;
}
