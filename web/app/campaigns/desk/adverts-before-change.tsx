import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import styles from '../admin-campaigns.module.css';
import { TvPreview } from '../tv-preview.tsx';
import type { AdminCampaignRow } from './use-reviewed-sending.ts';

/** That this is a change, and what TVs show until it is approved. */
const RUNNING = {
  title: copy.change,
  hint: copy.changeHint,
  before: copy.changeBefore,
  address: copy.changeAddress,
  rejectHint: copy.changeRejectHint,
};
/** Of a special package that was stopped nothing is shown until the change is approved. */
export const wordsOf = ({ state }: NonNullable<AdminCampaignRow['changes']>) =>
  state === 'withdrawn' || state === 'done' ? copy.replacement : RUNNING;

/** What the campaign of a change shows now. */
export function AdvertsBeforeChange({
  changes,
  url,
  kind,
}: Pick<AdminCampaignRow, 'url' | 'kind'> & { changes: NonNullable<AdminCampaignRow['changes']> }) {
  const words = wordsOf(changes);
  return (
    <section className={styles.before} aria-label={words.title}>
      <p>
        <b>{words.title}.</b> {words.hint}
      </p>
      <h3 className={styles.checked}>{words.before}</h3>
      <ul>
        {changes.pictures.map(({ id, name, file, poster }) => (
          <li key={id}>
            <TvPreview kind={kind} file={file} poster={poster} url={changes.url} size="row" />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <p>{url === changes.url ? copy.sameAddress : words.address(changes.url.replace('https://', ''))}</p>
    </section>
  );
}
