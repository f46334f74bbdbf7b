import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paletteCopy as copy } from '#domain/admin/palette-copy.ts';
import { pages } from '#domain/pages.ts';
import { usePermissions } from '../session.ts';
import type { Entry } from './entries.ts';
import { keepOpened } from './opened-entry.ts';
import { OptionGroup } from './option-group.tsx';
import styles from './palette.module.css';
import { SearchField } from './search-field.tsx';
import { useCurrentOption } from './use-current-option.ts';
import { useSections } from './use-sections.ts';

/** The search over everything: a field with a list below it, which the arrow keys walk through. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const seesSales = usePermissions().has('see sales');
  const { found, personId, query, isSearch, isNew, asked, sections } = useSections(text);
  const entries = sections.flatMap((section) => section.entries);
  const { list, current, point, step } = useCurrentOption(entries.length, asked, isSearch);

  function open({ badge: _, ...thing }: Entry, inNewTab: boolean) {
    if (personId) keepOpened(personId, thing);
    if (inNewTab) return void window.open(thing.path, '_blank', 'noopener');
    onClose();
    void navigate(thing.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What was found for fewer letters is not opened by whoever has typed more. Without an answer there are only pages.
      const entry = entries[current];
      if (entry && (!isSearch || isNew || found.isError)) open(entry, event.ctrlKey || event.metaKey);
    }
  }

  function showSales() {
    onClose();
    void navigate(`${pages.adminSales.path}?${new URLSearchParams({ q: query })}`);
  }

  const hasSales = isSearch && isNew && seesSales && sections.some(({ key }) => key === 'orders');
  const status = isSearch ? statusOf({ isFailed: found.isError, isNew, count: entries.length, query }) : '';

  return (
    <Base.Root
      open
      onOpenChange={(next, { reason }) => {
        if (next) return;
        // Esc clears first, then closes.
        if (reason === 'escape-key' && text !== '') setText('');
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.palette} initialFocus={input}>
            <div className={styles.bars} />
            <Base.Title className="vh">{copy.title}</Base.Title>
            <SearchField
              input={input}
              listId={`${id}list`}
              currentId={entries.length > 0 ? `${id}${current}` : undefined}
              text={text}
              onText={setText}
              onKeyDown={onKeyDown}
            />
            <div ref={list} id={`${id}list`} role="listbox" aria-label={copy.results} className={styles.list}>
              {sections.map((section) => (
                <OptionGroup
                  key={section.key}
                  id={id}
                  section={section}
                  entries={entries}
                  current={entries[current]}
                  query={isSearch ? query : ''}
                  onPoint={point}
                  onOpen={open}
                />
              ))}
            </div>
            {(entries.length === 0 || found.isError) && (
              <p className={styles.note}>{isSearch ? status : copy.startEmpty}</p>
            )}
            <p className="vh" role="status">
              {status}
            </p>
            <Foot onAll={hasSales ? showSales : undefined} count={isSearch && entries.length > 0 ? status : ''} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface Search {
  isFailed: boolean;
  isNew: boolean;
  count: number;
  query: string;
}

function statusOf({ isFailed, isNew, count, query }: Search): string {
  if (isFailed) return copy.error;
  if (!isNew) return copy.slow;
  return count === 0 ? copy.empty(query) : copy.count(count);
}

/** What the keys do, and how much was found; `onAll` leads to the list of all sales. */
function Foot({ onAll, count }: { onAll: (() => void) | undefined; count: string }) {
  return (
    <footer className={styles.foot}>
      <span aria-hidden="true">
        <span className={styles.key}>↑</span> <span className={styles.key}>↓</span> {copy.keys.choose}
      </span>
      <span aria-hidden="true">
        <span className={styles.key}>{copy.signs.open}</span> {copy.keys.open}
      </span>
      <span aria-hidden="true">
        <span className={styles.key}>{copy.signs.newTab}</span> {copy.keys.newTab}
      </span>
      {onAll && (
        <button type="button" className={styles.all} onClick={onAll}>
          {copy.more}
        </button>
      )}
      {count && <span className={styles.count}>{count}</span>}
    </footer>
  );
}
