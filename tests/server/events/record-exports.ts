import { recordEvents } from '#server/events/events.ts'
import type { LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'

/** Records this many events in one transaction. */
export const recordExports = ({ kontor, context }: Pick<LedgerFixture, 'kontor' | 'context'>, count: number) =>
  kontor.database.inTransaction((transaction) =>
    recordEvents(
      transaction,
      context,
      ...Array.from({ length: count }, (_, index) => ({
        action: 'orders.exported' as const,
        objectType: 'log' as const,
        objectId: `export ${index}`,
        objectLabel: `export ${index}`,
      })),
    ),
  )
