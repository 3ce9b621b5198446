import type { Book } from '#server/context.ts'
import type { Reader } from '#server/db/database.ts'
import type { LedgerEntriesTable, LedgerLinksTable } from '#server/db/schema.ts'
import { hashOf } from '#server/finance/hash.ts'
import * as store from '#server/finance/verify-store.ts'
import type { Findings } from '#server/finance/verify.ts'
import { isCurrency } from '#shared/currencies.ts'
import { accountRoles, type EntryKind } from '#shared/finance/ledger.ts'
import { dayOf } from '#shared/time.ts'

type Account = Awaited<ReturnType<typeof store.accounts>>[number]
type Posting = Awaited<ReturnType<typeof store.postingsOf>>[number]

/** What the postings of one account add up to; `stored` are those its last posting carries. */
interface Tally {
  sum: bigint
  count: number
  stored: { seq: number; balance: number }
}

interface DayTally {
  debit: bigint
  credit: bigint
  count: number
}

/** Reads the ledger once from its first entry to its last and compares everything that is stored with what follows from the entries. */
export async function verifyLedger(reader: Reader, book: Book, findings: Findings): Promise<void> {
  const tallies = new Map<string, Tally>()
  const days = new Map<string, DayTally>()
  let last: LedgerEntriesTable | undefined
  for await (const { entries, slice } of store.entrySlices(reader)) {
    const [postings, links] = await Promise.all([store.postingsOf(reader, slice), store.linksOf(reader, slice)])
    const postingsByEntry = Map.groupBy(postings, ({ entry_seq }) => entry_seq)
    const linksByEntry = Map.groupBy(links, ({ entry_seq }) => entry_seq)
    for (const entry of entries) {
      const own = postingsByEntry.get(entry.seq) ?? []
      const ownLinks = linksByEntry.get(entry.seq) ?? []
      verifyEntry(findings, entry, own)
      verifyPlace(findings, entry, last, book)
      verifySeal(findings, entry, last, own, ownLinks)
      for (const posting of own) {
        tally(findings, tallies, posting)
        tallyDay(days, entry, posting)
      }
      last = entry
    }
    findings.examined(
      entries.length,
      'entries-balanced',
      'entries-complete',
      'entries-numbered',
      'entries-sealed',
      'accounting-days',
      'entry-keys-unique',
    )
    findings.examined(postings.length, 'amounts-exact', 'running-balances')
    await verifyDocuments(reader, findings, entries, linksByEntry)
    verifyStrays(findings, new Set(entries.map(({ seq }) => seq)), postings, links)
  }
  await verifyHead(reader, findings, last)
  for (const { source, external_id } of await store.doubleKeys(reader, 20))
    findings.offends('entry-keys-unique', `ledger_entries ${source} ${external_id}`)
  verifyAccounts(findings, await store.accounts(reader), tallies)
  await verifyDays(reader, findings, days)
}

const rowOf = ({ seq }: { seq: number }): string => `ledger_entries ${seq}`
const postingRow = ({ entry_seq, position }: Posting): string => `ledger_postings ${entry_seq} ${position}`

function verifyEntry(findings: Findings, entry: LedgerEntriesTable, postings: readonly Posting[]): void {
  const sums = new Map<string | null, bigint>()
  for (const { currency, amount_minor } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  for (const [currency, sum] of sums) findings.same('entries-balanced', rowOf(entry), `${currency} sum`, sum, 0n)
  findings.same('entries-complete', rowOf(entry), 'posting_count', entry.posting_count, postings.length)
  if (postings.length < 2) findings.offends('entries-complete', `${rowOf(entry)}: ${postings.length} postings`)
  for (const [index, posting] of postings.entries()) {
    findings.same('entries-complete', postingRow(posting), 'position', posting.position, index + 1)
    if (posting.amount_minor === 0) findings.offends('amounts-exact', `${postingRow(posting)}: amount_minor 0`)
    if (posting.known === null) findings.offends('accounts-by-chart', `${postingRow(posting)}: no account`)
  }
}

/** The number follows the one before, and so does the time of posting; the day is that of the money. */
function verifyPlace(
  findings: Findings,
  entry: LedgerEntriesTable,
  last: LedgerEntriesTable | undefined,
  book: Book,
): void {
  findings.same('entries-numbered', rowOf(entry), 'seq', entry.seq, (last?.seq ?? 0) + 1)
  if (last && entry.created_at < last.created_at)
    findings.offends('entries-numbered', `${rowOf(entry)}: created_at ${entry.created_at} < ${last.created_at}`)
  findings.same(
    'accounting-days',
    rowOf(entry),
    'accounting_day',
    entry.accounting_day,
    dayOf(entry.occurred_at, book.timeZone),
  )
}

function verifySeal(
  findings: Findings,
  entry: LedgerEntriesTable,
  last: LedgerEntriesTable | undefined,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  findings.same('entries-sealed', rowOf(entry), 'previous_hash', entry.previous_hash, last?.hash ?? '')
  const sealed = postings.map((posting) => ({ ...posting, code: posting.code ?? '', currency: posting.currency ?? '' }))
  findings.same('entries-sealed', rowOf(entry), 'hash', entry.hash, hashOf(entry.previous_hash, entry, sealed, links))
}

/** Continues from what is stored, so that one wrong posting is named and not all that follow it. */
function tally(findings: Findings, tallies: Map<string, Tally>, posting: Posting): void {
  const before = tallies.get(posting.account_id) ?? { sum: 0n, count: 0, stored: { seq: 0, balance: 0 } }
  findings.same('running-balances', postingRow(posting), 'account_seq', posting.account_seq, before.stored.seq + 1)
  const continued = before.stored.balance + posting.amount_minor
  findings.same('running-balances', postingRow(posting), 'balance_minor', posting.balance_minor, continued)
  tallies.set(posting.account_id, {
    sum: before.sum + BigInt(posting.amount_minor),
    count: before.count + 1,
    stored: { seq: posting.account_seq, balance: posting.balance_minor },
  })
}

const dayKey = (accountId: string, day: string, kind: string): string => `${accountId} ${day} ${kind}`

function tallyDay(days: Map<string, DayTally>, entry: LedgerEntriesTable, { account_id, amount_minor }: Posting): void {
  const key = dayKey(account_id, entry.accounting_day, entry.kind)
  const total = days.get(key) ?? { debit: 0n, credit: 0n, count: 0 }
  if (amount_minor > 0) total.debit += BigInt(amount_minor)
  else total.credit -= BigInt(amount_minor)
  total.count++
  days.set(key, total)
}

function verifyStrays(
  findings: Findings,
  known: ReadonlySet<number>,
  postings: readonly Posting[],
  links: readonly LedgerLinksTable[],
): void {
  for (const posting of postings)
    if (!known.has(posting.entry_seq)) findings.offends('entries-complete', `${postingRow(posting)}: no entry`)
  for (const { entry_seq, type } of links)
    if (!known.has(entry_seq)) findings.offends('entries-complete', `ledger_links ${entry_seq} ${type}: no entry`)
}

async function verifyHead(reader: Reader, findings: Findings, last: LedgerEntriesTable | undefined): Promise<void> {
  const { head_seq, head_hash } = await store.head(reader)
  findings.same('entries-numbered', 'book 1', 'head_seq', head_seq, last?.seq ?? 0)
  findings.same('entries-sealed', 'book 1', 'head_hash', head_hash, last?.hash ?? '')
}

function verifyAccounts(findings: Findings, accounts: readonly Account[], tallies: ReadonlyMap<string, Tally>): void {
  const stored = new Map<string, bigint>()
  const sides = new Map<string, { assetsAndExpenses: bigint; others: bigint }>()
  for (const account of accounts) {
    const row = `ledger_accounts ${account.code}`
    const { sum, count } = tallies.get(account.id) ?? { sum: 0n, count: 0 }
    findings.same('account-balances', row, 'balance_minor', BigInt(account.balance_minor), sum)
    findings.same('account-balances', row, 'posting_count', account.posting_count, count)
    stored.set(account.currency, (stored.get(account.currency) ?? 0n) + BigInt(account.balance_minor))
    const side = sides.get(account.currency) ?? { assetsAndExpenses: 0n, others: 0n }
    if (account.type === 'asset' || account.type === 'expense') side.assetsAndExpenses += sum
    else side.others -= sum
    sides.set(account.currency, side)
    verifyChart(findings, row, account)
  }
  for (const [currency, sum] of stored) findings.same('trial-balance', `ledger_accounts ${currency}`, 'sum', sum, 0n)
  for (const [currency, { assetsAndExpenses, others }] of sides)
    findings.same(
      'accounting-equation',
      `ledger_postings ${currency}`,
      'assets and expenses',
      assetsAndExpenses,
      others,
    )
  findings.examined(accounts.length, 'account-balances', 'trial-balance', 'accounting-equation', 'accounts-by-chart')
}

function verifyChart(findings: Findings, row: string, { role, type, own, code, currency }: Account): void {
  const chart = accountRoles[role]
  if (!chart) return findings.offends('accounts-by-chart', `${row}: role ${role}`)
  findings.same('accounts-by-chart', row, 'type', type, chart.type)
  findings.same('accounts-by-chart', row, 'own', own, chart.own ? 1 : 0)
  if (!isCurrency(currency)) findings.offends('accounts-by-chart', `${row}: currency ${currency}`)
  const named = /\.([A-Z]{3})$/.exec(code)?.[1]
  if (!code.startsWith(chart.code) || (named && named !== currency))
    findings.offends('accounts-by-chart', `${row}: ${role} ${currency}`)
}

async function verifyDays(reader: Reader, findings: Findings, days: Map<string, DayTally>): Promise<void> {
  for await (const totals of store.dayTotalSlices(reader)) {
    for (const { account_id, accounting_day, kind, ...stored } of totals) {
      const key = dayKey(account_id, accounting_day, kind)
      const { debit, credit, count } = days.get(key) ?? { debit: 0n, credit: 0n, count: 0 }
      const row = `ledger_day_totals ${key}`
      findings.same('day-totals', row, 'debit_minor', BigInt(stored.debit_minor), debit)
      findings.same('day-totals', row, 'credit_minor', BigInt(stored.credit_minor), credit)
      findings.same('day-totals', row, 'posting_count', stored.posting_count, count)
      days.delete(key)
    }
    findings.examined(totals.length, 'day-totals')
  }
  for (const key of days.keys()) findings.offends('day-totals', `ledger_day_totals ${key}: missing`)
}

type DocumentType = LedgerLinksTable['type']
const required: Record<EntryKind, DocumentType[]> = {
  'payment.captured': ['order', 'payment'],
  'refund.succeeded': ['order', 'payment', 'refund'],
}

/** Every entry names the documents that its kind needs, and they are there, under that number and of that order. */
async function verifyDocuments(
  reader: Reader,
  findings: Findings,
  entries: readonly LedgerEntriesTable[],
  links: ReadonlyMap<number, LedgerLinksTable[]>,
): Promise<void> {
  const all = entries.flatMap(({ seq }) => links.get(seq) ?? [])
  const idsOf = (type: DocumentType): string[] => [
    ...new Set(all.filter((link) => link.type === type).map(({ object_id }) => object_id)),
  ]
  const found = await store.documentsOf(reader, {
    order: idsOf('order'),
    payment: idsOf('payment'),
    refund: idsOf('refund'),
  })
  const documents = new Map(
    (['order', 'payment', 'refund'] as const).flatMap((type) =>
      found[type].map((row) => [`${type} ${row.id}`, row] as const),
    ),
  )
  for (const entry of entries) {
    const own = links.get(entry.seq) ?? []
    const types = own.map(({ type }) => type).toSorted()
    findings.same('entries-have-documents', rowOf(entry), 'links', types.join(), required[entry.kind]?.join())
    const orderId = own.find(({ type }) => type === 'order')?.object_id
    for (const { type, object_id, number } of own) {
      const row = `ledger_links ${entry.seq} ${type}`
      const document = documents.get(`${type} ${object_id}`)
      if (!document) findings.offends('entries-have-documents', `${row}: no ${type} ${number}`)
      else {
        findings.same('entries-have-documents', row, 'number', number, document.number)
        findings.same('entries-have-documents', row, 'order', document.order_id, orderId)
      }
    }
  }
  findings.examined(entries.length, 'entries-have-documents')
}
