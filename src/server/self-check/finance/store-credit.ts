import type { Db } from '#server/db/database.ts'
import * as store from '#server/self-check/finance/store-credit-store.ts'
import type { Findings } from '#server/self-check/findings.ts'

const check = 'store-credit'

/** The accounts of store credit hold what the entries of customers say, no customer has less than nothing, and entries of an order name its customer. */
export async function verifyStoreCredit(db: Db, findings: Findings): Promise<void> {
  const accounts = await store.sumByAccount(db)
  for (const { code, balance_minor, posted, postings } of accounts) {
    findings.examined(Number(postings), check)
    findings.expectEqual(check, `ledger_accounts ${code}`, 'balance_minor', balance_minor, posted)
  }
  if (accounts.length === 0) return
  for (const { customer, currency, amount_minor } of await store.findOverdrawn(db))
    findings.addViolation(check, `customers ${customer}: store credit ${amount_minor} ${currency}`)
  for (const { entry_seq, number, object_id, expected } of await store.findOtherCustomers(db))
    findings.addViolation(check, `ledger_links ${entry_seq} customer: ${number} ${object_id} ≠ ${expected}`)
}
