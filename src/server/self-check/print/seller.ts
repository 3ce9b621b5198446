import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/print/seller-store.ts'

/** The details of the seller follow from their recorded changes. */
export async function verifySeller(db: Db, findings: Findings): Promise<void> {
  const expected: Record<string, unknown> = {
    id: 1,
    name: '',
    address: '',
    tax_id: '',
    bank: '',
    footer: '',
    version: 1,
  }
  for (const { parameters } of await store.listSellerEvents(db)) {
    const { changes } = parseParameters(parameters)
    for (const { field, to } of changes) expected[field === 'taxId' ? 'tax_id' : field] = to
    expected['version'] = Number(expected['version']) + 1
  }
  const [seller] = await store.listSellers(db)
  if (!seller) return findings.addViolation('seller-recorded', 'seller 1: missing')
  for (const [column, value] of Object.entries(expected))
    findings.expectEqual('seller-recorded', 'seller 1', column, seller[column as keyof typeof seller], value as never)
  findings.examined(1, 'seller-recorded')
}
