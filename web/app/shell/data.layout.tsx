import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../api.ts';
import { ProofHost } from '../proof.tsx';
import { forgetOldTypedText } from '../typed/kept-text.ts';

/** Around the screens that read from the server; visitors of the public pages do not download it. */
export default function DataLayout() {
  useEffect(forgetOldTypedText, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ProofHost />
    </QueryClientProvider>
  );
}
