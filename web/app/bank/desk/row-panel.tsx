import { useState } from 'react';
import { CardPayoutPanel } from './card-payout-panel.tsx';
import { CourierPanel } from './courier-panel.tsx';
import { LinePanel, type LinePanelProps } from './line-panel.tsx';

/** The chosen row: a transfer of a courier, one of the payment provider, or whatever else it is. */
export function RowPanel(props: LinePanelProps) {
  const [otherwise, setOtherwise] = useState(false);
  const onOtherwise = () => setOtherwise(true);
  if (props.line.courier && !otherwise) return <CourierPanel {...props} onOtherwise={onOtherwise} />;
  if (props.line.card && !props.line.order && !otherwise)
    return <CardPayoutPanel {...props} onOtherwise={onOtherwise} />;
  return <LinePanel {...props} />;
}
