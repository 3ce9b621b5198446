import { endpoint } from '#shared/routes/endpoint.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { apiToken, createTokenInput, listTokensQuery, newToken, tokenList, tokenParams } from '#shared/tokens/tokens.ts'

/** API tokens: what programs send in place of a session. */
export const tokenEndpoints = {
  listTokens: endpoint({
    method: 'GET',
    path: '/api/tokens',
    access: tokensList.permission,
    query: listTokensQuery,
    output: tokenList,
  }),
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
