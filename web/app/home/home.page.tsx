import { company } from '#domain/company.ts';
import { StructuredData } from '../shell/seo/structured-data.tsx';
import { absoluteAddress } from '../shell/site.ts';
import { About } from './about.tsx';
import { AdSettings } from './advertisers/ad-settings.tsx';
import { Business } from './advertisers/business.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PressOk } from './press-ok.tsx';
import { Promo } from './promo.tsx';

export default function HomePage() {
  return (
    <>
      <Hero />
      <About />
      <HowItWorks />
      <PressOk />
      <AdSettings />
      <Business />
      <Promo />
      <CallToAction />
      <StructuredData data={organisation} />
    </>
  );
}

const organisation = {
  '@type': 'Organization',
  name: company.brand,
  legalName: company.legalName,
  url: absoluteAddress('/'),
  logo: absoluteAddress('/icon-512.png'),
  email: company.email,
  telephone: company.phone,
  address: company.address,
  taxID: company.taxNumber,
};
