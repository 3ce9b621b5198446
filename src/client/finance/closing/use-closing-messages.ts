import { usePageContext } from '#client/app/page-context.tsx'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { closing as en } from '#shared/messages/en/closing.ts'
import { closing as zh } from '#shared/messages/zh/closing.ts'

const messages = { en, zh }

/** The texts of 财务明细 and those of its tab Closing, which the other tabs do not load. */
export const useClosingMessages = (): LedgerMessages & { closing: typeof en } => ({
  ...useLedgerMessages(),
  closing: messages[usePageContext().locale],
})
