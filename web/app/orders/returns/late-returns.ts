import { returnLate } from '#domain/returns/late-copy.ts';
import { late } from '../../ui/late/late.tsx';

export const OrderReturns = late(() => import('./order-returns.tsx'), { size: 'part', title: returnLate });
