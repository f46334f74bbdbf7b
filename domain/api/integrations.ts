/** What other programs are given. */
export const integrations = {
  'integrations.webhooks.list': 'List addresses that are told what happens',
  'integrations.webhooks.add': 'Add an address; its secret is shown once',
  'integrations.webhooks.change': 'Change an address or its events',
  'integrations.webhooks.remove': 'Remove an address',
  'integrations.webhooks.rotate': 'Replace the secret of an address',
  'integrations.webhooks.endOldSecret': 'End the old secret of an address at once',
  'integrations.webhooks.test': 'Send a probe to an address',
  'integrations.webhooks.switchOn': 'Switch an address on again, after a probe',
  'integrations.webhooks.deliveries': 'List what was sent to an address',
  'integrations.webhooks.delivery': 'Read one attempt and its answer',
  'integrations.webhooks.resend': 'Send an event once more',
} as const;
