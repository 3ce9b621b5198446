import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import type { Messages } from '#shared/messages/en.ts'
import { ledger as en } from '#shared/messages/en/ledger.ts'
import { ledger as zh } from '#shared/messages/zh/ledger.ts'

const messages = { en, zh }

export type LedgerMessages = Messages & { ledger: typeof en }

/** The texts of every page, and those of 财务明细, which other pages do not load. */
export const useLedgerMessages = (): LedgerMessages => ({
  ...useMessages(),
  ledger: messages[usePageContext().locale],
})
