import styles from './small.module.css';

/** Opens every public section: channel, name, what it is, and one fact that is true. */
export function Strip({
  channel,
  name,
  about,
  fact,
}: {
  channel: number | string;
  name: string;
  about?: string;
  fact?: string;
}) {
  return (
    <div className={`${styles.strip} osd`}>
      <span>
        <b>{channel}</b>
        {name}
      </span>
      <span className={styles.middle}>{about}</span>
      <span className={styles.fact}>{fact}</span>
    </div>
  );
}
