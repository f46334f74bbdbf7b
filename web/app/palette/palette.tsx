import { Dialog as Base } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { partsOf, QUERY_MAX, QUERY_MIN } from '#domain/admin/palette.ts';
import { paletteCopy as copy } from '#domain/admin/palette-copy.ts';
import { pages } from '#domain/pages.ts';
import { api, queryClient } from '../api.ts';
import { usePermissions, useSession } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { type Entry, foundSections, openedSection } from './entries.ts';
import { keepOpened, readOpened } from './opened-entry.ts';
import styles from './palette.module.css';

/** Between the last letter and the question. */
const DEBOUNCE_MS = 150;

/** The search over everything: a field with a list below it, which the arrow keys walk through. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const permissions = usePermissions();
  const session = useSession();
  const personId = session.status === 'signedIn' ? session.userId : '';
  const query = text.trim();
  const isSearch = query.length >= QUERY_MIN;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(query), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const found = useQuery(
    api.admin.find.queryOptions({
      input: { q: asked },
      enabled: asked.length >= QUERY_MIN,
      placeholderData: keepPreviousData,
      retry: false,
    }),
    // The header, whose button opens it, is drawn around the lists.
    queryClient,
  );
  const rows = isSearch ? found.data?.rows : undefined;
  const isNew = rows !== undefined && asked === query && !found.isPlaceholderData;
  const sections = useMemo(
    () =>
      isSearch
        ? foundSections(rows ?? [], query, permissions)
        : openedSection(personId ? readOpened(personId) : [], permissions),
    [isSearch, rows, query, permissions, personId],
  );
  const entries = sections.flatMap((section) => section.entries);
  const current = Math.min(at, entries.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first entry
  useEffect(() => setAt(0), [asked, isSearch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry in hand stays in sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

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
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (entries.length > 0) setAt((current + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What was found for fewer letters is not opened by whoever has typed more.
      const entry = entries[current];
      if (entry && (!isSearch || isNew)) open(entry, event.ctrlKey || event.metaKey);
    }
  }

  const status = !isSearch
    ? ''
    : found.isError
      ? copy.error
      : !isNew
        ? copy.slow
        : entries.length === 0
          ? copy.empty(query)
          : copy.count(entries.length);
  const seesSales = permissions.has('see sales');

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
            <div className={styles.field}>
              <input
                ref={input}
                type="text"
                role="combobox"
                aria-label={copy.title}
                aria-expanded={entries.length > 0}
                aria-controls={`${id}list`}
                aria-autocomplete="list"
                aria-activedescendant={entries.length > 0 ? `${id}${current}` : undefined}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                maxLength={QUERY_MAX}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={onKeyDown}
              />
              <span className={styles.key} aria-hidden="true">
                {copy.signs.close}
              </span>
              <Base.Close className={styles.close}>{copy.close}</Base.Close>
            </div>
            <div ref={list} id={`${id}list`} role="listbox" aria-label={copy.results} className={styles.list}>
              {sections.map(({ key, title, entries: own }) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options in a list
                <div key={key} role="group" aria-labelledby={`${id}${key}`} className={styles.group}>
                  <p id={`${id}${key}`} className="osd">
                    {title}
                  </p>
                  {own.map((entry) => (
                    <Option
                      key={`${entry.kind}${entry.path}${entry.title}`}
                      id={`${id}${entries.indexOf(entry)}`}
                      entry={entry}
                      query={isSearch ? query : ''}
                      isCurrent={entries[current] === entry}
                      onPoint={() => setAt(entries.indexOf(entry))}
                      onOpen={(event) => open(entry, event.ctrlKey || event.metaKey)}
                    />
                  ))}
                </div>
              ))}
            </div>
            {(entries.length === 0 || found.isError) && (
              <p className={styles.note}>{isSearch ? status : copy.startEmpty}</p>
            )}
            <p className="vh" role="status">
              {status}
            </p>
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
              {isSearch && isNew && seesSales && sections.some(({ key }) => key === 'orders') && (
                <button
                  type="button"
                  className={styles.all}
                  onClick={() => {
                    onClose();
                    void navigate(`${pages.adminSales.path}?${new URLSearchParams({ q: query })}`);
                  }}
                >
                  {copy.more}
                </button>
              )}
              {isSearch && entries.length > 0 && <span className={styles.count}>{status}</span>}
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  query: string;
  isCurrent: boolean;
  onPoint: () => void;
  onOpen: (event: MouseEvent) => void;
}

/** The field keeps the focus: an option is pointed at by the arrow keys and opened by Enter there. */
function Option({ id, entry: { kind, title, text, badge }, query, isCurrent, onPoint, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the option in hand
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.option}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <span className={styles.kind}>{kind}</span>
      <span className={styles.thing}>
        <b>
          {partsOf(title, query).map((part, place) =>
            part.isFound ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
              <mark key={place}>{part.text}</mark>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <Fragment key={place}>{part.text}</Fragment>
            ),
          )}
        </b>
        {text && <small>{text}</small>}
      </span>
      {badge && <Badge {...(badge.tone ? { tone: badge.tone } : {})}>{badge.text}</Badge>}
    </div>
  );
}
