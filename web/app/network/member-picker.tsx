import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { common } from '#domain/copy.ts';
import { isFound } from '#domain/fold.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { api, type client } from '../api.ts';
import { PartFailed } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import fields from '../ui/form/field.module.css';
import styles from './member-picker.module.css';

export type Candidate = Awaited<ReturnType<typeof client.network.admin.people>>[number];

const DEBOUNCE_MS = 180;

interface MemberPickerProps {
  label: string;
  who: 'members' | 'outsiders';
  placeholder: string;
  value: Candidate | null;
  onChange: (value: Candidate | null) => void;
  /** What the list says when there is nobody at all. */
  nobody: string;
  error?: string | undefined;
  hideLabel?: boolean;
  inputRef?: React.Ref<HTMLInputElement> | undefined;
  /** The first choice: the top of the network. */
  top?: Candidate;
}

/** Chooses one of thousands: the server searches by name, e-mail, username or code. */
export function MemberPicker({
  label,
  who,
  placeholder,
  value,
  onChange,
  nobody,
  error,
  hideLabel,
  top,
  inputRef,
}: MemberPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const chosenText = value ? lineOf(value) : '';
  const wanted = typed === chosenText ? '' : typed.trim();
  const asked = useDebounced(wanted);
  const people = useQuery(
    api.network.admin.people.queryOptions({ input: { who, search: asked }, placeholderData: keepPreviousData }),
  );
  const part = partStateOf(people);
  // Until the answer arrives only matching members are offered: Enter may be pressed before it.
  const waiting = wanted !== asked || people.isPlaceholderData;
  const found = (people.data ?? []).filter((person) => !waiting || matches(person, wanted));
  const items = top && wanted === '' ? [top, ...found] : found;
  return (
    <div className={fields.field}>
      <label className={hideLabel ? 'vh' : fields.label} htmlFor={id}>
        {label}
      </label>
      <Combobox.Root<Candidate>
        items={items}
        filter={null}
        value={value}
        onValueChange={onChange}
        onInputValueChange={setTyped}
        itemToStringLabel={lineOf}
        isItemEqualToValue={(one, other) => one.id === other.id}
        autoHighlight
      >
        <div className={styles.control}>
          <Combobox.Input
            id={id}
            ref={inputRef}
            className={fields.input}
            placeholder={placeholder}
            maxLength={100}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <Combobox.Clear className={styles.clear} aria-label={common.clearFilter}>
            ×
          </Combobox.Clear>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner className={styles.positioner} sideOffset={4}>
            <Combobox.Popup className={styles.popup} aria-busy={people.isFetching || undefined}>
              <Combobox.Empty className={styles.empty}>
                {people.isError ? (
                  <span className={styles.failed}>{networkCopy.add.loadError}</span>
                ) : people.isPending || waiting ? (
                  common.loading
                ) : asked ? (
                  common.noResults(asked)
                ) : (
                  nobody
                )}
              </Combobox.Empty>
              <Combobox.List className={styles.list}>
                {(person: Candidate) => (
                  <Combobox.Item key={person.id} value={person} className={styles.item}>
                    <span className={styles.name}>{person.name}</span>
                    {person.email && (
                      <span className={styles.more}>
                        {[person.email, person.referralCode, person.uplineName].filter(Boolean).join(' · ')}
                      </span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {part.state === 'failed' && <PartFailed name={label} part={part} />}
      {error && (
        <p className={`${fields.message} ${fields.error}`} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const matches = ({ name, email, referralCode }: Candidate, words: string): boolean =>
  isFound(words, [name, email, referralCode]);

const lineOf = ({ name, email }: Candidate): string => (email ? `${name}, ${email}` : name);

function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
