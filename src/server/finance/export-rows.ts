import type { Cell } from '#server/xlsx/cells.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { ledger as en } from '#shared/messages/en/ledger.ts'

export type ExportTexts = typeof en

/** The cells of an entry's postings, a row each, in the order of `ledger.export.columns`. */
export const toExportRows = (entry: EntryView, ledger: ExportTexts): Cell[][] =>
  entry.postings.map((posting) => {
    const { accountCode, currency, amountMinor } = posting
    const linked = (type: string): string => entry.links.find((link) => link.type === type)?.number ?? ''
    const cells: Record<keyof ExportTexts['export']['columns'], Cell> = {
      entry: String(entry.number),
      accountingDay: { day: entry.accountingDay },
      occurredAt: { timestamp: entry.occurredAt },
      kind: entry.kind,
      description: entry.memo,
      order: linked('order'),
      payment: linked('payment'),
      refund: linked('refund'),
      account: accountCode,
      accountName: ledger.accountName(posting),
      currency,
      debit: amountMinor > 0 ? { minor: amountMinor, currency } : null,
      credit: amountMinor < 0 ? { minor: -amountMinor, currency } : null,
      postedBy: entry.actor ?? '',
      postedAt: { timestamp: entry.postedAt },
      source: entry.source,
      key: entry.externalId,
      hash: entry.hash,
    }
    return Object.values(cells)
  })
