import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { listEvents } from '#server/events/events.ts'
import * as store from '#server/finance/matching/follow-up-store.ts'
import { lineId } from '#server/finance/matching/open-lines-store.ts'
import type { EventView } from '#shared/events/views.ts'
import type { LineFollowUp } from '#shared/finance/matching/views.ts'

type Line = Pick<StatementLinesTable, 'statement_id' | 'line_number'>

const noFollowUp: LineFollowUp = { owner: null, waitUntil: null, waitReason: '', dueOn: null }

/** Who looks after each of some lines, until when, and what it waits for. */
export async function loadFollowUps(db: Db, lines: readonly Line[]): Promise<(line: Line) => LineFollowUp> {
  if (lines.length === 0) return () => noFollowUp
  const rows = await store.listFollowUps(
    db,
    [...new Set(lines.map(({ statement_id }) => statement_id))],
    [...new Set(lines.map(({ line_number }) => line_number))],
  )
  const byId = new Map(
    rows.map((row) => [
      lineId(row),
      {
        owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
        waitUntil: row.wait_until || null,
        waitReason: row.wait_reason,
        dueOn: row.due_on || null,
      },
    ]),
  )
  return (line) => byId.get(lineId(line)) ?? noFollowUp
}

/** What was done with a line, newest first. A line that rules matched over and over has more matches than it shows. */
export async function loadLineHistory(db: Db, line: Line): Promise<EventView[]> {
  const matches = (await store.listMatchesOfLine(db, line)).slice(-maxMatches)
  const events = await Promise.all([
    listEvents(db, 'statement_line', lineId(line)),
    ...[...new Set(matches.flatMap(({ id, batch_id }) => [id, batch_id]))].map((id) => listEvents(db, 'match', id)),
  ])
  return events.flat().toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}

const maxMatches = 10
