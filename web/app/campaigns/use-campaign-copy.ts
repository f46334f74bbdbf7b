import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSingleFlight } from '../single-flight.ts';
import { useWriteKeys } from '../write-keys.ts';
import { copyCampaign } from './editor/own-campaign.ts';

/** Makes a campaign like this one and goes to it. */
export function useCampaignCopy(id: string) {
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const copies = useWriteKeys();
  const makeCopy = useSingleFlight(async () => {
    setCopying(true);
    const path = await copyCampaign(id, copies.of(id));
    setCopying(false);
    if (!path) return;
    copies.renew();
    await navigate(path);
  });
  return { makeCopy, isCopying };
}
