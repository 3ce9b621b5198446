import { recordEvents } from '#server/events/events.ts'
import type { LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'

/** Records this many events in one transaction. */
export const recordImports = ({ kontor, context }: Pick<LedgerFixture, 'kontor' | 'context'>, count: number) =>
  kontor.database.inTransaction((transaction) =>
    recordEvents(
      transaction,
      context,
      ...Array.from({ length: count }, (_, index) => ({
        action: 'orders.imported' as const,
        objectType: 'import' as const,
        objectId: `import ${index}`,
        objectLabel: `orders-${index}.csv`,
      })),
    ),
  )
