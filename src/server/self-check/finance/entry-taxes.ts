import type { StoredEntry } from '#server/self-check/finance/entry-rows.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { revenueRoles } from '#shared/finance/order-balances.ts'
import { add } from '#shared/money.ts'

const isOfOrder = ({ links }: StoredEntry): boolean => links.some(({ type }) => type === 'order')

/** How many of the shares of an entry belong to it: those of its day, of an entry of an order. Others are too many. */
export const countEntryTaxes = (stored: StoredEntry): number =>
  isOfOrder(stored)
    ? stored.taxes.filter(({ accounting_day }) => accounting_day === stored.entry.accounting_day).length
    : 0

/** The shares of an entry of an order add up to the revenue and the tax that it posts in each currency. */
export function verifyEntryTaxes(findings: Findings, stored: StoredEntry): void {
  if (!isOfOrder(stored)) return
  const { entry, accounts, taxes } = stored
  let previous: string | undefined
  for (let index = 0; index < accounts.length + taxes.length; index++) {
    const currency = index < accounts.length ? accounts[index]?.currency : taxes[index - accounts.length]?.currency
    if (index > 0 && currency === previous) continue
    previous = currency
    if (!addUp(stored, currency))
      return findings.addViolation(
        'entry-taxes',
        `ledger_entry_taxes ${entry.seq}: not the revenue and the tax of the entry`,
      )
  }
}

/** Whether what an entry posts in a currency is what its shares say. */
function addUp({ entry, postings, accounts, taxes }: StoredEntry, currency: string | undefined): boolean {
  let [netMinor, taxMinor] = [0, 0]
  for (const [index, { amount_minor }] of postings.entries()) {
    const account = accounts[index]
    if (!account || account.currency !== currency) continue
    if (account.role === 'tax') taxMinor = add(taxMinor, -amount_minor)
    else if (revenueRolesSet.has(account.role)) netMinor = add(netMinor, -amount_minor)
  }
  for (const share of taxes)
    if (share.currency === currency && share.accounting_day === entry.accounting_day) {
      netMinor = add(netMinor, -share.net_minor)
      taxMinor = add(taxMinor, -share.tax_minor)
    }
  return netMinor === 0 && taxMinor === 0
}

const revenueRolesSet: ReadonlySet<string> = new Set(revenueRoles)
