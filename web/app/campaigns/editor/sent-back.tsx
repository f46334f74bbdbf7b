import { editorCopy as copy, shownStates } from '#domain/campaigns/own-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { client } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { advertAnchor, useScrollToAddressedRow } from '../advert-anchor.ts';
import styles from '../campaign.module.css';
import { STATE_TONES } from '../state-tones.ts';
import { TvPreview } from '../tv-preview.tsx';

type Read = Awaited<ReturnType<typeof client.campaigns.own.read>>;

/** Where the form begins: what no single advert is named for is mended there. */
export const FORM_ANCHOR = 'campaign-form';

/** Why it was sent back, in the words of whoever looked at it, because of which adverts, and the way to the first of them. */
export function SentBack({ campaign, words }: { campaign: Read; words: string }) {
  const { kind, url, reason, decidedAt, mend } = campaign;
  const named = campaign.pictures.filter(({ needsChange }) => needsChange);
  useScrollToAddressedRow();
  return (
    <section className={styles.sentBack} aria-label={words}>
      <p>
        <Badge tone={STATE_TONES.rejected}>{shownStates.rejected}</Badge>{' '}
        {decidedAt && <span className="muted s">{formatDateTime(decidedAt)}</span>}
      </p>
      <p>
        <b>{words}:</b> {reason}
      </p>
      {named.length > 0 && (
        <ul className={styles.before}>
          {named.map(({ id, name, file, poster }) => (
            <li key={id}>
              <TvPreview kind={kind} file={file} poster={poster} url={url} size="row" />
              <b>{name}</b>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink size="sm" variant="secondary" to={`#${mend === null ? FORM_ANCHOR : advertAnchor(mend)}`}>
        {copy.fix}
      </ButtonLink>
    </section>
  );
}
