import type { Db } from '#server/db/database.ts'

/** Lines read at once. */
const sliceSize = 500

/** The lines of all imported statements on some days, both inclusive, by statement and line. */
export async function* listStatementLines(db: Db, { from, to }: { from: string; to: string }) {
  let after: { statement: string; line: number } | undefined
  for (;;) {
    const key = after
    const lines = await db
      .selectFrom('statement_lines as line')
      .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
      .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
      .selectAll('line')
      .select(['account.code', 'account.currency'])
      .where('statement.imported_at', 'is not', null)
      .where('statement.first_day', '<=', to)
      .where('statement.last_day', '>=', from)
      .where('line.day', '>=', from)
      .where('line.day', '<=', to)
      .$if(key !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('line.statement_id', 'line.line_number'), '>', tuple(key?.statement ?? '', key?.line ?? 0)),
        ),
      )
      .orderBy('line.statement_id')
      .orderBy('line.line_number')
      .limit(sliceSize)
      .execute()
    yield lines
    const last = lines.at(-1)
    if (!last || lines.length < sliceSize) return
    after = { statement: last.statement_id, line: last.line_number }
  }
}

/** The files of entries on some days, and of the requests that they were posted for. */
export const listAttachments = (db: Db, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('entry_attachments as attachment')
    .leftJoin('entry_requests as request', 'request.id', 'attachment.request_id')
    .innerJoin('ledger_entries as entry', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('entry.seq', '=', fn.coalesce(ref('attachment.entry_seq'), ref('request.entry_seq'))),
      ),
    )
    .select(['attachment.id', 'attachment.name', 'entry.seq as entry'])
    .where('entry.accounting_day', '>=', from)
    .where('entry.accounting_day', '<=', to)
    .orderBy('attachment.id')
    .execute()

/** The files with statements of some days, in the order of their imports. */
export const listStatementFiles = (db: Db, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('statement_files as file')
    .innerJoin('statements as statement', 'statement.file_id', 'file.id')
    .select(['file.id', 'file.name'])
    .distinct()
    .where('file.imported_at', 'is not', null)
    .where('statement.first_day', '<=', to)
    .where('statement.last_day', '>=', from)
    .orderBy('file.id')
    .execute()
