import { webhookForms as copy } from '#domain/integrations/webhooks/copy.ts';
import { groupPattern, TYPES_BY_GROUP } from '#domain/integrations/webhooks/rules.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import styles from './endpoint-form.module.css';

type Events = readonly string[];

interface EventChoiceProps {
  /** Of what is said to be wrong. */
  id: string;
  events: Events;
  error: string | undefined;
  onChange: (change: (events: Events) => Events) => void;
}

/** Which events an endpoint hears of: single ones, or all of a group. */
export function EventChoice({ id, events, error, onChange }: EventChoiceProps) {
  const has = (pattern: string) => events.includes(pattern);
  return (
    <fieldset className={styles.choice} aria-describedby={error ? id : undefined}>
      <legend>{copy.events}</legend>
      {TYPES_BY_GROUP.map(({ group, types }) => {
        const all = groupPattern(group);
        return (
          <div key={group} className={styles.group}>
            <b>{copy.groups[group]}</b>
            <div>
              {(types.length > 1 || has(all)) && (
                <Checkbox
                  label={copy.allOf(all)}
                  checked={has(all)}
                  onChange={() => onChange((current) => toggled(current, all, types))}
                />
              )}
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={type}
                  checked={has(all) || has(type)}
                  disabled={has(all)}
                  onChange={() => onChange((current) => toggled(current, type))}
                />
              ))}
            </div>
          </div>
        );
      })}
      {error && (
        <p id={id} className={styles.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** With the pattern or without it; all of a group take the place of its single ones, `within`. */
function toggled(events: Events, pattern: string, within: Events = []): Events {
  if (events.includes(pattern)) return events.filter((one) => one !== pattern);
  return [...events.filter((one) => !within.includes(one)), pattern];
}
