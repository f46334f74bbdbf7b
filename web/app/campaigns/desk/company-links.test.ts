import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Permission } from '#domain/access.ts';
import { CampaignFacts } from './campaign-facts.tsx';
import { decidedColumns, type Listed } from './decided-columns.tsx';
import type { AdminCampaignRow } from './use-reviewed-sending.ts';

const mine = new Set<Permission>();
vi.mock('../../session.ts', () => ({ usePermissions: () => mine }));
beforeEach(() => mine.clear());

const campaign = {
  company: 'Pekara Zora',
  companyId: '5d0c1b6e-1d2f-4a59-9f0e-6a6f2c0d7a11',
  taxNumber: null,
  url: 'https://zora.rs',
  kind: 'banner',
  budget: 100,
  free: 0,
  pace: 'even',
  startsOn: '2027-03-01',
  endsOn: '2027-03-31',
  schedule: [1, 0, 0, 0, 0, 0, 0],
  regions: [],
  venues: [],
  tvs: 3,
  special: null,
  changes: null,
};

const factsOf = (one: typeof campaign) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(CampaignFacts, { campaign: one as unknown as AdminCampaignRow })),
  );

test('the company of a campaign leads to its page whoever may see people; others read its name', () => {
  expect(factsOf(campaign)).toContain('Pekara Zora');
  expect(factsOf(campaign)).not.toContain('/admin/users/');
  mine.add('see people');
  expect(factsOf(campaign)).toContain(`href="/admin/users/${campaign.companyId}"`);
});

test('in the list of campaigns the company leads to its page, and what is left of an erased one leads nowhere', () => {
  mine.add('see people');
  const nothing = () => {};
  const columns = decidedColumns({ busy: false, drawn: null, onPdf: nothing, onResume: nothing, onAsk: nothing });
  const cellOf = (one: Pick<Listed, 'company' | 'companyId'>) =>
    renderToStaticMarkup(
      createElement(MemoryRouter, null, columns.find(({ key }) => key === 'company')!.cell(one as Listed)),
    );
  expect(cellOf(campaign)).toContain(`href="/admin/users/${campaign.companyId}"`);
  expect(cellOf({ company: 'Pekara', companyId: null })).toBe('Pekara');
});
