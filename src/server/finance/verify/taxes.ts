import type { LedgerEntriesTable, LedgerEntryTaxesTable, LedgerLinksTable } from '#server/db/schema/ledger.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Account, Posting } from '#server/finance/verify/ledger-store.ts'
import { revenueRoles } from '#shared/finance/order-balances.ts'
import { add } from '#shared/money.ts'

/** What an entry moves at a tax rate. */
export type TaxShare = LedgerEntryTaxesTable

interface TaxedEntry {
  entry: LedgerEntriesTable
  postings: readonly Posting[]
  links: readonly LedgerLinksTable[]
  taxes: readonly TaxShare[]
}

const isOfOrder = ({ links }: TaxedEntry): boolean => links.some(({ type }) => type === 'order')

/** How many of the shares of an entry belong to it: those of its day, of an entry of an order. Others are too many. */
export const countTaxes = (stored: TaxedEntry): number =>
  isOfOrder(stored)
    ? stored.taxes.filter(({ accounting_day }) => accounting_day === stored.entry.accounting_day).length
    : 0

/** The shares of an entry of an order add up to the revenue and the tax that it posts in each currency. */
export function verifyTaxes(findings: Findings, stored: TaxedEntry, accounts: ReadonlyMap<string, Account>): void {
  if (!isOfOrder(stored)) return
  const { entry, postings, taxes } = stored
  const currencies = new Set(postings.map(({ account_id }) => accounts.get(account_id)?.currency))
  for (const { currency } of taxes) currencies.add(currency)
  for (const currency of currencies) {
    let [netMinor, taxMinor] = [0, 0]
    for (const { account_id, amount_minor } of postings) {
      const account = accounts.get(account_id)
      if (account?.currency !== currency) continue
      if (account?.role === 'tax') taxMinor = add(taxMinor, -amount_minor)
      else if (account && revenueRolesSet.has(account.role)) netMinor = add(netMinor, -amount_minor)
    }
    for (const share of taxes)
      if (share.currency === currency && share.accounting_day === entry.accounting_day) {
        netMinor = add(netMinor, -share.net_minor)
        taxMinor = add(taxMinor, -share.tax_minor)
      }
    if (netMinor === 0 && taxMinor === 0) continue
    findings.addViolation('entry-taxes', `ledger_entry_taxes ${entry.seq}: not the revenue and the tax of the entry`)
    return
  }
}

const revenueRolesSet: ReadonlySet<string> = new Set(revenueRoles)
