import { pages } from '../pages.ts';

/** The article of the terms of companies that says which plays count. */
export const COUNTING_ARTICLE = 'clan-6';
export const countingPath = `${pages.companyTerms.path}#${COUNTING_ARTICLE}`;
