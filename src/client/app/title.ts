import type { Messages } from '#shared/messages/en.ts'
import type { LoadedPage } from '#shared/page-state.ts'
import { webhookName } from '#shared/webhooks/webhook-name.ts'

/** The document title: what is open or whose orders are listed, the tab unless it is the first, the page, the product. */
export const titleOf = (pageState: LoadedPage, messages: Messages): string =>
  [...nameContent(pageState, messages), messages.common.pages[pageState.page], messages.common.product]
    .filter(Boolean)
    .join(' | ')

function nameContent({ page, data }: LoadedPage, { common, finance }: Messages): unknown[] {
  if (page === 'orders')
    return [
      find(data.order)?.number ?? (data.customers.ofList?.name || data.customers.ofList?.number),
      data.customerList && common.customers,
    ]
  if (page === 'finance' && data.missingPermission === null) {
    const entry = find(data.entry)
    return [entry && finance.entry(entry.number), data.content.tab !== 'flow' && common.financeTabs[data.content.tab]]
  }
  if (page !== 'users') return []
  const { account, user, content } = data
  const webhook = 'webhook' in content && find(content.webhook)
  return [
    account ? common.myAccount : find(user)?.name,
    'token' in content && find(content.token)?.name,
    webhook && webhookName(webhook),
    content.tab !== 'staff' && common.staffTabs[content.tab],
  ]
}

/** Nothing for what does not exist. */
const find = <Open extends object>(open: Open | null): Exclude<Open, { missing: unknown }> | null =>
  open && 'missing' in open ? null : (open as Exclude<Open, { missing: unknown }> | null)
