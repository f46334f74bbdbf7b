import { PAYMENT_WAYS, type PaymentWay, type WayProblem } from '#domain/order-states.ts';
import type { OrderKind } from '#domain/orders/shapes.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { waysCopy as copy, whyNotSaid } from '#domain/payments/ways-copy.ts';
import styles from './pay-ways.module.css';

interface Props {
  kind: OrderKind;
  /** Those to choose from. */
  offered?: readonly PaymentWay[];
  /** Under the heading; without it what a buyer reads. */
  hint?: string;
  selected: PaymentWay;
  onSelect: (way: PaymentWay) => void;
  /** What is said of a transfer; it differs for firms. */
  transferText: string;
  /** What is said of paying on delivery: what the courier collects, and whom we call. */
  onDeliveryText?: string;
  /** In place of when a way is sent, while devices are short. */
  later?: string | null;
  /** Why a way cannot be used; it stays where it is. */
  why: (way: PaymentWay) => WayProblem | null;
}

/** How the order is paid. Choosing changes the summary and the sentence under the button in the same frame. */
export function PayWays({
  kind,
  offered = PAYMENT_WAYS,
  hint,
  selected,
  onSelect,
  transferText,
  onDeliveryText = '',
  later = null,
  why,
}: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend className="d h4">{copy.title}</legend>
      <p className={styles.hint}>{hint ?? (kind === 'device' ? copy.hintDevice : copy.hint)}</p>
      <div className={styles.box}>
        {offered
          .filter((way) => WAYS[way].kinds.includes(kind))
          .map((way) => {
            const problem = why(way);
            const fact = later !== null && way !== 'cash_on_delivery' ? later : copy[kind][`${way}Fact`];
            const texts = { card: copy.cardText, transfer: transferText, cash_on_delivery: onDeliveryText };
            return (
              <label key={way} className={problem ? styles.not : undefined}>
                <input
                  type="radio"
                  name="way"
                  value={way}
                  checked={selected === way}
                  disabled={problem !== null}
                  aria-labelledby={`way-${way}-name`}
                  aria-describedby={`way-${way}-fact way-${way}-text`}
                  onChange={() => onSelect(way)}
                />
                <span id={`way-${way}-name`} className={styles.name}>
                  {copy[way]}
                </span>
                <span id={`way-${way}-fact`} className={styles.fact}>
                  {problem === 'amount' ? copy.onDeliveryMost : fact}
                </span>
                <span id={`way-${way}-text`} className={styles.text}>
                  {problem ? whyNotSaid(way, problem) : texts[way]}
                </span>
              </label>
            );
          })}
      </div>
    </fieldset>
  );
}
