import { readTokens } from '#server/auth/token-actions.ts'
import type { TabLoader } from '#server/staff/tabs.ts'

export const loadTokensTab: TabLoader<'tokens'> = async (context) => ({
  tab: 'tokens',
  missingPermission: null,
  tokens: await readTokens(context),
})
