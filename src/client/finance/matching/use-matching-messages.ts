import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { matching as en } from '#shared/messages/en/matching.ts'
import { matching as zh } from '#shared/messages/zh/matching.ts'

const messages = { en, zh }

/** The texts of 财务明细 with those of matching lines. */
export const useMatchingMessages = (): LedgerMessages & { matching: typeof en } => ({
  ...useLedgerMessages(),
  matching: messages[usePageContext().locale],
})
