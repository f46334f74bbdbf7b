import { sold } from '#domain/advertising/sold-copy.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { SoldList } from './sold-list.tsx';
import { SubscriptionList } from './subscription-list.tsx';

const VIEWS = Object.keys(sold.view) as (keyof typeof sold.view)[];

/** Sold packages, and beside them the subscriptions that pay for most of them; which of the two is in the address. */
export default function AdminSubscriptionsPage() {
  const [search, setSearch] = useAddressParams();
  const view = search.get('view') === 'subscriptions' ? 'subscriptions' : 'sold';
  const views = (
    <Segmented
      label={sold.views}
      selected={view}
      onSelect={(key) => setSearch(key === 'sold' ? {} : { view: key })}
      segments={VIEWS.map((key) => ({ key, label: sold.view[key] }))}
    />
  );
  return view === 'sold' ? <SoldList views={views} /> : <SubscriptionList views={views} />;
}
