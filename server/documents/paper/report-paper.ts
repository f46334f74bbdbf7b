import type { CampaignKind } from '#domain/campaign-kinds.ts';
import type { CampaignReport } from '#domain/campaigns/report/report.ts';
import type { Company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import type { Screen } from './screen.ts';

/** What the report of a campaign on paper is drawn from. */
export interface ReportPaper {
  number: string;
  madeAt: Date;
  issuer: Pick<Company, 'legalName' | 'address' | 'registrationNumber' | 'taxNumber'>;
  name: string;
  company: string;
  taxNumber: string;
  kind: CampaignKind;
  /** Lengths that its adverts have, each once. */
  seconds: number[];
  startsOn: Day;
  endsOn: Day;
  pace: 'even' | 'asap';
  regions: string[];
  groups: string[];
  budget: number;
  left: number;
  /** Of a campaign that is over. */
  returned: number | null;
  /** Units that are counted, and that an even pace should have counted by now; `null`: it has no such pace, or is over. */
  units: number;
  planned: number | null;
  /** Plays that an even pace plans for a day; empty: there is no plan of plays. */
  plan: Map<Day, number>;
  report: CampaignReport;
  /** Where it was counted; empty: no place has enough TVs to be told. */
  places: { regions: Place[]; groups: Place[] };
  price: PriceWords;
  screen: Screen | null;
}

export interface Place {
  name: string;
  counted: number;
  tvs: number;
}

/** What its plays cost, written out. */
export interface PriceWords {
  total: string;
  /** Of the packages that were spent. */
  names: string[];
  /** `null`: nothing was counted, or it was paid in two currencies. */
  perPlay: string | null;
  perThousand: string | null;
  /** What was spent, in the order in which it was bought. */
  spent: string[];
}
