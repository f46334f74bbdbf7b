import styles from './small.module.css';

/** The head of a public section: number, name, description and one fact. */
export function SectionHead({
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
