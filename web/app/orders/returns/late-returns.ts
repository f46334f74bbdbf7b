import { returnLate } from '#domain/returns/late-copy.ts';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';

export const OrderReturns = lazyComponent(() => import('./order-returns.tsx'), { size: 'part', title: returnLate });
