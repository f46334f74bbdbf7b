import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';

/** Fetched with the order's data, which it needs anyway; pages that show no order do not name its parts. */
export const NextStep = lazyComponent(() => import('./next-step.tsx'), { size: 'part', title: packingCopy.lateStep });
