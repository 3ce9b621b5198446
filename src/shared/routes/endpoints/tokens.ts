import { endpoint } from '#shared/routes/endpoint.ts'
import { apiToken, createTokenInput, newToken, tokenList, tokenParams } from '#shared/staff/tokens.ts'

/** API tokens: what programs send in place of a session. */
export const tokenEndpoints = {
  listTokens: endpoint({ method: 'GET', path: '/api/tokens', access: 'tokens.create', output: tokenList }),
  createToken: endpoint({
    method: 'POST',
    path: '/api/tokens',
    access: 'tokens.create',
    reentry: true,
    body: createTokenInput,
    status: 201,
    output: newToken,
    afterForm: 'show-answer',
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/api/tokens/:token',
    access: 'tokens.create',
    params: tokenParams,
    output: apiToken,
    problems: ['not-found', 'above-your-rank'],
  }),
}
