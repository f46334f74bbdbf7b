import { systemCopy as copy } from '#domain/system/copy.ts';
import type { PartName } from '#domain/system/limits.ts';
import { sumWords } from '#domain/system/words.ts';
import { formatDateTime } from '#domain/time.ts';
import { capitalized } from '#domain/wording.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Action } from './action.tsx';
import type { Acts } from './acts.tsx';
import { wordsOf } from './parts.tsx';
import styles from './system.module.css';
import type { SystemRead } from './system-read.ts';

/** The worst that is broken, with the only yellow button of the page. */
export function MostUrgentPart({ data, part, acts }: { data: SystemRead; part: PartName; acts: Acts }) {
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

/** A shop that came from an archive does nothing by itself until somebody resumes it on the server. */
export function ResumeFirst({ heldSince, command }: { heldSince: Date; command: string }) {
  return (
    <div className={styles.first}>
      <div>
        <b>{copy.first(copy.held.first)}</b>
        <p>{copy.held.text(formatDateTime(heldSince))}</p>
      </div>
      <CopyButton value={command} label={copy.do.copyCommand} what={copy.do.copyFor(copy.held.what)} />
    </div>
  );
}
