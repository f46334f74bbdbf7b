import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api.ts';
import { ProofHost } from '../proof.tsx';

/** Around the screens that read from the server; visitors of the public pages do not download it. */
export default function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ProofHost />
    </QueryClientProvider>
  );
}
