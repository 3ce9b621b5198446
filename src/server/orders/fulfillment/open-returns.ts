import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import { listRequestedReturns } from '#server/orders/fulfillment/return-store.ts'
import type { OpenReturn } from '#shared/orders/document-views.ts'

const maxReturns = 20

/** The returns that wait for approval, oldest first, at most 20; none for users who cannot approve them. */
export const listOpenReturns = async (context: RequestContext): Promise<OpenReturn[]> =>
  hasPermission(context, 'returns.manage') ? listRequestedReturns(context.kontor.database.read, maxReturns) : []
