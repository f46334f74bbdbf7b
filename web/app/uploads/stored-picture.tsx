import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accessToken } from '../session.ts';

/** The address of a stored picture that only its owner and staff may see, for this page alone; `null` until it is there. */
export function useStoredPicture(file: string | null): string | null {
  const stored = useQuery({
    queryKey: ['stored picture', file],
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const token = await accessToken();
      const response = await fetch(`/api/files/${file}`, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`The picture was not given: ${response.status}`);
      return response.blob();
    },
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!stored.data) return setAddress(null);
    const made = URL.createObjectURL(stored.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [stored.data]);
  return address;
}
