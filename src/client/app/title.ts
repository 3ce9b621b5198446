import type { Messages } from '#shared/messages/en.ts'
import type { LoadedPage } from '#shared/page-state.ts'
import { webhookName } from '#shared/webhooks/webhook-name.ts'

/** The document title: what is open, the tab unless it is the first, the page, the product. */
export const titleOf = (pageState: LoadedPage, messages: Messages): string =>
  [
    ...findOpen(pageState, messages),
    ...findTab(pageState, messages),
    messages.common.pages[pageState.page],
    messages.common.product,
  ].join(' | ')

/** The name of the part of the page that is shown in place of its first one. */
function findTab(pageState: LoadedPage, { common }: Messages): string[] {
  if (pageState.page === 'orders') return pageState.data.customerList ? [common.customers] : []
  if (pageState.page === 'finance' && pageState.data.missingPermission === null) {
    const { tab } = pageState.data.content
    return tab === 'flow' ? [] : [common.financeTabs[tab]]
  }
  if (pageState.page !== 'users') return []
  const { tab } = pageState.data.content
  return tab === 'staff' ? [] : [common.staffTabs[tab]]
}

/** The name of what is open in the panel, or whose orders the list shows; empty for something that does not exist. */
function findOpen(pageState: LoadedPage, { common, finance }: Messages): string[] {
  if (pageState.page === 'orders') {
    const { order, customers } = pageState.data
    if (order) return 'missing' in order ? [] : [order.number]
    return customers.ofList ? [customers.ofList.name || customers.ofList.number] : []
  }
  if (pageState.page === 'finance' && pageState.data.missingPermission === null) {
    const { entry } = pageState.data
    return entry && !('missing' in entry) ? [finance.entry(entry.number)] : []
  }
  if (pageState.page !== 'users') return []
  const { account, user, content } = pageState.data
  if (account !== null) return [common.myAccount]
  if (user) return 'missing' in user ? [] : [user.name]
  if (content.missingPermission !== null) return []
  if (content.tab === 'tokens') return content.token && !('missing' in content.token) ? [content.token.name] : []
  if (content.tab === 'webhooks')
    return content.webhook && !('missing' in content.webhook) ? [webhookName(content.webhook)] : []
  return []
}
