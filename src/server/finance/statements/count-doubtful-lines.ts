import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { Db } from '#server/db/database.ts'
import { identifyBatches, type StatementPart } from '#server/finance/statements/prepare-parts.ts'
import * as store from '#server/finance/statements/statement-store.ts'

/**
 * How many lines of each part are left out because an earlier file of the account has equal ones, of days of which the file lacks other lines that are known:
 * then it is no other export of the whole day, and an equal line may be another payment. A balance or a number tells lines apart. `statementIds` are those of
 * the parts that were imported.
 */
export async function countDoubtfulLines(
  db: Db,
  parts: readonly StatementPart[],
  statementIds: readonly (string | undefined)[],
): Promise<number[]> {
  const leftOut = parts.map(() => new Map<string, number>())
  const doubtful = parts.map(() => new Map<string, number>())
  const increment = (counts: Map<string, number> | undefined, day: string): void =>
    void counts?.set(day, (counts.get(day) ?? 0) + 1)
  for (const { index, part, batch } of identifyBatches(parts)) {
    const known = await store.findKnownLines(db, part.account.id, batch, statementIds[index])
    for (const line of batch)
      if (known.has(`${line.identity} ${line.occurrence}`)) {
        increment(leftOut[index], line.day)
        if (line.balanceMinor === null && line.number === '') increment(doubtful[index], line.day)
      }
    await yieldToEventLoop()
  }
  return Promise.all(
    parts.map(async ({ account }, index) => {
      const ofDays = [...(doubtful[index] ?? [])]
      const days = ofDays.map(([day]) => day)
      const exceptStatementId = statementIds[index] ?? ''
      const known = await store.countLinesOfDays(db, { accountId: account.id, days, exceptStatementId })
      const isPart = (day: string): boolean => (known.get(day) ?? 0) > (leftOut[index]?.get(day) ?? 0)
      return ofDays.reduce((sum, [day, count]) => sum + (isPart(day) ? count : 0), 0)
    }),
  )
}
