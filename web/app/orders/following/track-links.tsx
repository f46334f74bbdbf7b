import { followCopy as copy } from '#domain/fulfilment/follow-copy.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './follow.module.css';

interface Props {
  tracking: readonly { code: string; url: string }[];
  variant: 'primary' | 'secondary';
}

/** To the courier's own page, of each box. */
export function TrackLinks({ tracking, variant }: Props) {
  if (tracking.length === 0) return null;
  return (
    <p className={styles.tracking}>
      {tracking.map(({ code, url }) => (
        <ButtonLink key={code} variant={variant} size="sm" href={url} target="_blank" rel="noreferrer noopener">
          {copy.track}
          {tracking.length > 1 && ` ${code}`}
        </ButtonLink>
      ))}
    </p>
  );
}
