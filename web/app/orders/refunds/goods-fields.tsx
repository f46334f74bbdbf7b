import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { RETURNED_GOODS_DISPOSITIONS, type ReturnedGoods } from '#domain/refunds/rules.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import styles from './refund.module.css';
import type { RefundDeskRow } from './refund-row.ts';
import { ReturnedSerials } from './returned-serials.tsx';

interface Props {
  hasDevices: boolean;
  /** Of the order, to choose those that came back from. */
  sold: RefundDeskRow['serials'];
  goods: ReturnedGoods;
  onGoods: (goods: ReturnedGoods) => void;
  serials: string[];
  onSerials: (serials: string[]) => void;
}

/** Whether devices came back, and which. */
export function GoodsFields({ hasDevices, sold, goods, onGoods, serials, onSerials }: Props) {
  return (
    <>
      {hasDevices && (
        <div className={styles.choice}>
          <p>{copy.goods}</p>
          <Segmented
            label={copy.goods}
            segments={RETURNED_GOODS_DISPOSITIONS.map((one) => ({ key: one, label: copy.goodsOf[one] }))}
            selected={goods}
            onSelect={onGoods}
          />
        </div>
      )}
      {goods !== 'none' && <ReturnedSerials serials={sold} chosen={serials} onChange={onSerials} />}
    </>
  );
}
