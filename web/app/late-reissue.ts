import { lateCopy } from '#domain/late-copy.ts';
import { late } from './ui/late/late.tsx';

export const ReissueDialog = late(() => import('./reissue-dialog.tsx'), { size: 'dialog', title: lateCopy.reissue });
