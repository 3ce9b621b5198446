import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import { maxEntryLines } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { formatDecimal } from '#shared/money.ts'
import { useState } from 'react'

/** A line that a form starts with. */
export type InitialLine = Pick<EntryView['postings'][number], 'accountCode' | 'currency' | 'amountMinor'>

interface EntryLinesProps {
  accounts: readonly AccountOption[]
  initial: readonly InitialLine[]
}

/** The fields of the postings of an entry. */
export function EntryLines({ accounts, initial }: EntryLinesProps) {
  const words = useLedgerMessages().ledger.manual
  return (
    <FieldList
      name="lines"
      label={words.lines}
      rowLabel={words.line}
      addLabel={words.addLine}
      removeLabel={words.removeLine}
      initialRows={Math.max(initial.length, 2)}
      maximumRows={maxEntryLines}
    >
      {(prefix) => <LineFields prefix={prefix} accounts={accounts} initial={initial[indexOf(prefix)]} />}
    </FieldList>
  )
}

const indexOf = (prefix: string): number => Number(/\[(\d+)\]$/.exec(prefix)?.[1])

interface LineFieldsProps {
  prefix: string
  accounts: readonly AccountOption[]
  initial: InitialLine | undefined
}

function LineFields({ prefix, accounts, initial }: LineFieldsProps) {
  const { finance, ledger } = useLedgerMessages()
  // Of the row as it was added: rows above it may be removed.
  const [first] = useState(initial)
  const amount = first ? formatDecimal(Math.abs(first.amountMinor), first.currency) : ''
  const isDebit = first !== undefined && first.amountMinor > 0
  return (
    <>
      <SelectField
        name={`${prefix}[account]`}
        label={finance.account}
        defaultValue={first?.accountCode ?? ''}
        options={[
          { value: '', label: ledger.manual.choose },
          ...accounts.map((account) => ({
            value: account.code,
            label: `${account.code} ${ledger.accountName(account)} · ${account.currency}`,
          })),
        ]}
      />
      <AmountField name={`${prefix}[debit]`} label={finance.debit} defaultValue={isDebit ? amount : ''} />
      <AmountField name={`${prefix}[credit]`} label={finance.credit} defaultValue={first && !isDebit ? amount : ''} />
    </>
  )
}

const AmountField = (field: { name: string; label: string; defaultValue: string }) => (
  <TextField {...field} inputMode="decimal" maxLength={30} autoComplete="off" />
)
