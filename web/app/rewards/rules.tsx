import { formatDinars } from '#domain/money.ts';
import { ownRewardsCopy as copy, rateText } from '#domain/rewards/own-copy.ts';
import styles from './my-rewards.module.css';
import type { OwnRewards } from './own-rewards.ts';

type Rule = OwnRewards['rules'][number];

/** The rule in force, those that are announced, and earlier ones. */
export function Rules({ rules }: { rules: Rule[] }) {
  const valid = rules.find(({ state }) => state === 'valid');
  const announced = rules.filter(({ state }) => state === 'announced').toReversed();
  const past = rules.filter(({ state }) => state === 'past');
  return (
    <section className={styles.card} aria-labelledby="rewards-rules">
      <h3 id="rewards-rules">{copy.rules}</h3>
      {valid ? (
        <>
          <p className="s muted">{copy.since(valid.validFrom)}</p>
          <Rows rule={valid} />
        </>
      ) : (
        <p className="s muted">{copy.noRule}</p>
      )}
      {announced.map((rule) => (
        <div key={rule.id} className={styles.announced}>
          <h4>{copy.announced(rule.validFrom)}</h4>
          <Rows rule={rule} />
        </div>
      ))}
      <p className="s muted">{copy.rulesNext}</p>
      {past.length > 0 && (
        <details>
          <summary>{copy.earlierRules}</summary>
          {past.map((rule) => (
            <div key={rule.id}>
              <p className="s muted">{copy.since(rule.validFrom)}</p>
              <Rows rule={rule} />
            </div>
          ))}
        </details>
      )}
    </section>
  );
}

function Rows({ rule }: { rule: Rule }) {
  const rows = [
    [copy.ruleRows.banner, rateText(rule.banner)],
    [copy.ruleRows.tvSecond, rateText(rule.tvSecond)],
    [copy.ruleRows.ceiling, formatDinars(rule.ceiling)],
    [copy.ruleRows.smallest, formatDinars(rule.smallest)],
  ] as const;
  return (
    <dl className={styles.sums}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
