import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { SellerTable } from '#server/db/schema/app.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { recordEvents } from '#server/events/events.ts'
import * as store from '#server/print/store.ts'
import type { Seller, SellerView } from '#shared/print/views.ts'
import { ProblemError } from '#shared/problem.ts'

/** The details of the seller; the name is empty until someone enters them. */
export const loadSeller = async (db: Db): Promise<SellerView> => toSellerView(await store.findSeller(db))

/** `PUT /api/seller`: documents that are issued stay as they are. */
export const changeSeller: Action<'changeSeller'> = (context, { version, ...input }) =>
  inTransaction(context, async (transaction) => {
    const before = await loadSeller(transaction)
    if (before.version !== version) throw await changedMeanwhile(transaction, context, { object: ['seller', 'seller'] })
    const after: Seller = {
      name: input.name,
      address: input.address,
      taxId: input.taxId ?? '',
      bank: input.bank ?? '',
      footer: input.footer ?? '',
    }
    const changes = fieldsOf(after)
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, from: before[field], to: after[field] }))
    if (changes.length === 0) return before
    const { taxId, ...others } = after
    if (!(await store.updateSeller(transaction, { ...others, tax_id: taxId, version })))
      throw new ProblemError('changed-meanwhile')
    await recordEvents(transaction, context, {
      action: 'seller.changed',
      objectType: 'seller',
      objectId: 'seller',
      objectLabel: after.name,
      changes,
    })
    return { ...after, version: version + 1 }
  })

const fieldsOf = (seller: Seller): (keyof Seller)[] => Object.keys(seller) as (keyof Seller)[]

const toSellerView = ({ name, address, tax_id, bank, footer, version }: SellerTable): SellerView => ({
  name,
  address,
  taxId: tax_id,
  bank,
  footer,
  version,
})
