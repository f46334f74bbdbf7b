import { formatMoney, type Money } from '#domain/money.ts';

/** An amount in euros as a headline, its sign set smaller. */
export function Price({ price, className }: { price: Money; className?: string | undefined }) {
  return (
    <p className={`num ${className ?? ''}`}>
      {formatMoney(price).replace('€', '')}
      <small>€</small>
    </p>
  );
}
