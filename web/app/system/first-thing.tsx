import { systemCopy as copy } from '#domain/system/copy.ts';
import type { PartName } from '#domain/system/limits.ts';
import { sumWords } from '#domain/system/words.ts';
import { capitalized } from '#domain/wording.ts';
import { Action } from './action.tsx';
import type { Acts } from './acts.tsx';
import { wordsOf } from './parts.tsx';
import styles from './system.module.css';
import type { SystemRead } from './system-read.ts';

/** The worst that is broken, with the only yellow button of the page. */
export function FirstThing({ data, part, acts }: { data: SystemRead; part: PartName; acts: Acts }) {
  const words = wordsOf(data, part);
  if (!words) return null;
  const { payments } = data.parts;
  const isPayments = part === 'payments' && payments.known;
  return (
    <div className={styles.first}>
      <div>
        <b>
          {copy.first(
            isPayments ? copy.payments.first(payments.facts.unsettled, sumWords(payments.facts.sums)) : words.fact,
          )}
        </b>
        <p>{capitalized(isPayments ? `${words.rest.split(' · ', 1)[0]}. ${copy.payments.firstText}` : words.rest)}</p>
      </div>
      <Action data={data} part={part} acts={acts} isFirst />
    </div>
  );
}
