import { AdminHead } from './page-head.tsx';
import { Skeleton } from './skeleton.tsx';

/** A back-office screen whose code is on its way. */
export const AdminWaiting = ({ title }: { title: string }) => (
  <>
    <AdminHead title={title} />
    <Skeleton lines={8} />
  </>
);
