import { lateCopy } from '#domain/late-copy.ts';
import { lazyComponent } from './ui/late/lazy-component.tsx';

export const ReissueDialog = lazyComponent(() => import('./reissue-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.reissue,
});
