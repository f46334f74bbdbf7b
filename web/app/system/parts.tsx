import { systemCopy as copy } from '#domain/system/copy.ts';
import type { Facts } from '#domain/system/facts.ts';
import { PARTS, type PartName, type State } from '#domain/system/limits.ts';
import { WORDS_OF, type Words } from '#domain/system/words.ts';
import { formatTime } from '#domain/time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Action } from './action.tsx';
import type { Acts } from './acts.tsx';
import styles from './parts.module.css';
import type { SystemRead } from './system-read.ts';

/** The words of a part; `null` while nothing is known of it. */
export function wordsOf(data: SystemRead, name: PartName): Words | null {
  const part = data.parts[name];
  if (!part.known) return null;
  const words = WORDS_OF[name] as (facts: Facts[PartName], state: State, now: Date) => Words;
  return words(part.facts, part.state, data.at);
}

/** The nine parts; their order never changes. */
export function Parts({ data, acts }: { data: SystemRead; acts: Acts }) {
  return (
    <ol className={styles.parts}>
      {PARTS.map((name, index) => {
        const part = data.parts[name];
        const words = wordsOf(data, name);
        return (
          <li key={name} id={`deo-${name}`} data-state={part.known ? part.state : 'warn'}>
            <span className={`num ${styles.key}`} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.name}>{copy.names[name]}</span>
            {part.known && words ? (
              <>
                <span className={styles.badge}>
                  <Badge tone={part.state}>{words.state}</Badge>
                </span>
                <div className={styles.fact}>
                  <b>{words.fact}</b>
                  <small>{words.rest}</small>
                </div>
                <div className={styles.do}>
                  {data.first === name ? (
                    <span className={styles.there}>{copy.firstThere}</span>
                  ) : (
                    <Action data={data} part={name} acts={acts} />
                  )}
                </div>
              </>
            ) : (
              !part.known && <NotKnown name={name} part={part} onLook={acts.look} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface Unknown {
  name: PartName;
  part: Extract<SystemRead['parts'][PartName], { known: false }>;
  onLook: () => void;
}

function NotKnown({ name, part: { why, last }, onLook }: Unknown) {
  return (
    <>
      <span className={styles.badge}>
        <Badge tone="warn">{copy.notKnown}</Badge>
      </span>
      <div className={styles.fact}>
        <b>{copy.unknown(copy.names[name])}</b>
        <small>
          {copy.unknownText[why]}
          {last && ` ${copy.unknownLast(formatTime(last.at), copy.lastStates[last.state])}`}
        </small>
      </div>
      <div className={styles.do}>
        <Button size="sm" variant="secondary" onClick={onLook}>
          {copy.do.look}
        </Button>
      </div>
    </>
  );
}

/** The names are there at once; what is known comes after them. */
export function PartsLoading({ isBusy }: { isBusy: boolean }) {
  return (
    <ol className={styles.parts} aria-busy={isBusy}>
      {PARTS.map((name, index) => (
        <li key={name}>
          <span className={`num ${styles.key}`} aria-hidden="true">
            {index + 1}
          </span>
          <span className={styles.name}>{copy.names[name]}</span>
          {isBusy && <span className={styles.lines} />}
        </li>
      ))}
    </ol>
  );
}
