/** Texts of the API reference. Names of fields, summaries and problems are English in every language. */
export const reference = {
  title: 'API reference',
  intro:
    'Programs send an API token: “Authorization: Bearer kontor_…”. Amounts are integers in minor units of their currency, times are epoch milliseconds, days are YYYY-MM-DD.',
  description: 'OpenAPI description',
  client: 'Client for TypeScript',
  rooms: 'Parts of the API',
  types: 'Types',
  webhooks: 'Webhooks',
  webhooksText:
    'What is sent to webhooks that subscribe to these events: a POST with a WebhookEvent as JSON, signed as Standard Webhooks has it.',
  permission: 'Permission',
  anyone: 'none',
  loggedIn: 'any logged-in user',
  signature: 'a signature',
  noTokens: 'not with API tokens',
  name: 'Name',
  place: 'In',
  type: 'Type',
  required: 'Required',
  yes: 'yes',
  answer: 'Answer',
  problems: 'Problems',
  example: 'Example',
}
