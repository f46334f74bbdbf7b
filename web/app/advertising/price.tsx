import { formatNumber, type Money } from '#domain/money.ts';

/** Whole euros as a headline, the sign set smaller. */
export function Price({ price, className }: { price: Money; className?: string | undefined }) {
  return (
    <p className={`num ${className ?? ''}`}>
      {formatNumber(price.amount / 100)}
      <small>€</small>
    </p>
  );
}
