import { Link, useLocation, useNavigate } from 'react-router';
import { neighbourWords } from '#domain/admin/neighbours-copy.ts';
import styles from './desk-page.module.css';
import { stepsToList } from './list-place.ts';

interface Neighbour {
  name: string;
  path: string;
}

/** What stands before and after it in the list in which it was found; the place is known where the list is short. */
interface Beside {
  previous: Neighbour | null;
  next: Neighbour | null;
  place: { n: number; of: number } | null;
}

interface Props {
  words: { label: string; previous: string; next: string; first: string; last: string };
  /** `undefined` until they are read. */
  beside: Beside | undefined;
  /** They are those of the one before. */
  isOld: boolean;
}

/** The place in the list, with the ways to the neighbours, as J and K go them. */
export function Neighbours({ words, beside, isOld }: Props) {
  const { state } = useLocation();
  const { keys } = neighbourWords;
  return (
    <div className={styles.place}>
      {beside?.place && !isOld && <span>{neighbourWords.place(beside.place.n, beside.place.of)}</span>}
      <nav className={styles.neighbours} aria-label={words.label}>
        {beside?.previous ? (
          <Link to={beside.previous.path} state={state}>
            <span className="vh">{words.previous}</span>
            <span className={styles.key}>{keys.previous}</span> {beside.previous.name}
          </Link>
        ) : (
          <span>{beside && words.first}</span>
        )}
        {beside?.next ? (
          <Link to={beside.next.path} state={state}>
            <span className="vh">{words.next}</span> {beside.next.name} <span className={styles.key}>{keys.next}</span>
          </Link>
        ) : (
          <span>{beside && words.last}</span>
        )}
      </nav>
    </div>
  );
}

/** J and K go to the neighbours, Esc to the list, at the same place of it. */
export function useNeighbourKeys(beside: Beside | undefined, listPath: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const go = (to: Neighbour | null | undefined) => {
    if (to) void navigate(to.path, { state });
  };
  return {
    j: () => go(beside?.next),
    k: () => go(beside?.previous),
    escape: () => {
      const steps = stepsToList(state);
      void (steps === null ? navigate(listPath) : navigate(-steps));
    },
  };
}
