import { changedFields, fieldName, type ReadableValue, shownField, valuesOf } from '#domain/admin/audit-values.ts';
import { logBy, logOf } from '#domain/admin/subject-pages.ts';
import type { AuditSubject } from '#domain/audit-actions.ts';
import { audit as copy } from '#domain/audit-copy.ts';
import type { client } from '../../api.ts';
import { PermittedLink, SubjectLink } from '../../subject-link.tsx';
import styles from './changes.module.css';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

/** What an entry changed, side by side; only what differs. */
export function Changes({ entry }: { entry: Entry }) {
  const [before, after] = [valuesOf(entry.before), valuesOf(entry.after)];
  return (
    <div className={styles.changes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{copy.field}</th>
            <th scope="col">{copy.before}</th>
            <th scope="col">{copy.after}</th>
          </tr>
        </thead>
        <tbody>
          {changedFields(entry).map((name) => (
            <tr key={name}>
              <th scope="row">{fieldName(name)}</th>
              <td data-label={copy.before}>
                <Value as="del" value={shownField(entry, name, before)} />
              </td>
              <td data-label={copy.after}>
                <Value as="ins" value={shownField(entry, name, after)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        <div>
          <dt>{copy.columns.subject}</dt>
          <dd>
            <PermittedLink to={logOf(entry.subjectId)}>{copy.onOne}</PermittedLink>
          </dd>
        </div>
        <div>
          <dt>{copy.columns.actor}</dt>
          <dd>
            <PermittedLink to={logBy(entry.actor)}>{copy.byOne}</PermittedLink>
          </dd>
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

function Value({ value, as: As = 'span' }: { value: ReadableValue; as?: 'del' | 'ins' | 'span' }) {
  switch (value.is) {
    case 'nothing':
      return <span className="muted">{copy.nothing}</span>;
    case 'text':
      return <As>{value.text}</As>;
    case 'subject':
      return (
        <As>
          <SubjectLink kind={value.kind as AuditSubject} lookup={value.lookup}>
            {value.name}
          </SubjectLink>
        </As>
      );
    case 'parts':
      return (
        <As className={styles.parts}>
          {value.parts.map(({ label, value: part }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one stored value, which never change
            <span key={index}>
              {label && `${label}: `}
              <Value value={part} />
            </span>
          ))}
        </As>
      );
  }
}
