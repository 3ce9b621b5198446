import { readIfValid } from '#server/list/query-errors.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { readToken, readTokenOwners, readTokens } from '#server/tokens/token-list.ts'
import type { TabLoader } from '#server/staff/tabs.ts'

/** A page of the tokens that the user can see, and the one that is open. */
export const loadTokensTab: TabLoader<'tokens'> = async (context, query) => ({
  tab: 'tokens',
  missingPermission: null,
  ...(await readIfValid(context, tokensList, query, () => readTokens(context, query))),
  token:
    query.openToken === undefined
      ? null
      : ((await readToken(context, query.openToken)) ?? { missing: query.openToken }),
  owners: await readTokenOwners(context),
})
