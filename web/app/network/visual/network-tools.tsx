import { networkCopy } from '#domain/network/copy.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { MemberPicker } from '../member-picker.tsx';
import styles from './network-visual.module.css';

const copy = networkCopy.tree;

interface Props {
  onFind: (id: string) => void;
  asList: boolean;
  onList: (asList: boolean) => void;
  /** Back to the whole network; `null` where all of it is shown. */
  onWhole: (() => void) | null;
  /** Reads it again; `null` while nothing has changed. */
  onRefresh: (() => void) | null;
}

/** Above the network: looking for a member, tree or list, and what leads out of an old or narrow view. */
export function NetworkTools({ onFind, asList, onList, onWhole, onRefresh }: Props) {
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <MemberPicker
          label={copy.search}
          hideLabel
          who="members"
          placeholder={`${copy.search}: ${copy.searchHint}`}
          value={null}
          onChange={(person) => person && onFind(person.id)}
          nobody={copy.empty}
        />
      </div>
      <Segmented
        label={copy.title}
        segments={[
          { key: 'tree', label: copy.asTree },
          { key: 'list', label: copy.asList },
        ]}
        selected={asList ? 'list' : 'tree'}
        onSelect={(key) => onList(key === 'list')}
      />
      {onWhole && (
        <Button variant="secondary" size="sm" onClick={onWhole}>
          {copy.whole}
        </Button>
      )}
      {onRefresh && (
        <p role="status" className={styles.changed}>
          {copy.changed}{' '}
          <Button variant="ghost" size="sm" onClick={onRefresh}>
            {copy.refresh}
          </Button>
        </p>
      )}
    </div>
  );
}
