import styles from './list-foot.module.css';

/** Under a dense list: how much of it is shown, and what its keys do. */
export function ListFoot({ shown, keys }: { shown: string | null; keys: readonly (readonly [string, string])[] }) {
  return (
    <div className={styles.foot}>
      <span>{shown}</span>
      <span className={styles.keys}>
        {keys.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </span>
    </div>
  );
}
