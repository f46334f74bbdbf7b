import { phoneOrderCopy as copy } from '#domain/payments/phone-order-copy.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import page from '../../admin/desk-page.module.css';
import { Checkbox } from '../../ui/form/field.tsx';
import styles from './new-order.module.css';

interface Props {
  id: string;
  sentences: readonly string[];
  isHeard: boolean;
  isMissing: boolean;
  onHear: (isHeard: boolean) => void;
}

/** What staff read to a consumer before an order, who then agrees. */
export const PreContractNotice = ({ id, sentences, isHeard, isMissing, onHear }: Props) => (
  <section className={page.panel} aria-labelledby={`${id}-title`}>
    <header>
      <h2 id={`${id}-title`}>{copy.title}</h2>
    </header>
    <div className={styles.told}>
      <p className="muted s">{copy.lead}</p>
      <ol>
        {sentences.map((sentence) => (
          <li key={sentence}>{withNonBreakingSpaces(sentence)}</li>
        ))}
      </ol>
      <Checkbox
        id={id}
        label={copy.tick}
        checked={isHeard}
        onChange={({ target }) => onHear(target.checked)}
        {...(isMissing ? { error: copy.missing } : {})}
      />
    </div>
  </section>
);
