import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '../../server/http/api/describe-api.ts';

/** Errors in the description of the API, by the rules of Redocly that are recommended. */
export async function checkApiDescription(): Promise<string[]> {
  const [source, config] = await Promise.all([
    describeApi().then((document) => JSON.stringify(document)),
    createConfig({ extends: ['recommended'], rules: RULES }),
  ]);
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
}

/** Fields that take anything are examined further by the server; `/a/{x}/y` and `/a/b/{z}` are told apart by their fixed parts, which the server asks first. */
const RULES = { 'no-ambiguous-paths': 'off', 'no-illogical-composition-keywords': 'off' } as const;
