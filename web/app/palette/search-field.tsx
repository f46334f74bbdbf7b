import { Dialog as Base } from '@base-ui/react/dialog';
import type { KeyboardEvent, RefObject } from 'react';
import { QUERY_MAX } from '#domain/admin/palette.ts';
import { paletteCopy as copy } from '#domain/admin/palette-copy.ts';
import styles from './palette.module.css';

interface SearchFieldProps {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  /** The current option; without it the list is empty. */
  currentId: string | undefined;
  text: string;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Where is typed what is looked for, and what closes the palette. */
export function SearchField({ input, listId, currentId, text, onText, onKeyDown }: SearchFieldProps) {
  return (
    <div className={styles.field}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={copy.title}
        aria-expanded={currentId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={currentId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={QUERY_MAX}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.key} aria-hidden="true">
        {copy.signs.close}
      </span>
      <Base.Close className={styles.close}>{copy.close}</Base.Close>
    </div>
  );
}
