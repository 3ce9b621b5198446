import { usePageContext } from '#client/app/page-context.tsx'
import { EntryPreview } from '#client/finance/entry-preview.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { maxEntryLines } from '#shared/finance/manual-entry.ts'
import type { EntryView, PostingApproval } from '#shared/finance/views.ts'
import { formatDecimal } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { dayOf } from '#shared/time.ts'
import { useState } from 'react'

interface EntryDialogProps {
  query: FinanceQuery
  /** The open entry, which is reversed or corrected. */
  entry: EntryView | null
  accounts: readonly AccountOption[]
  /** Whether what the user posts needs someone else. */
  approval: PostingApproval
  form: FormOutcome | null
}

/** The dialog that `?action=` opens: a manual entry, a correction, or a reversal. */
export function EntryDialogs(props: EntryDialogProps) {
  const { query, entry } = props
  if (query.action === 'post') return <PostDialog {...props} corrected={null} />
  if (!entry || !canReverse(entry)) return null
  return query.action === 'correct' ? (
    <PostDialog {...props} corrected={entry} />
  ) : (
    <ReverseDialog {...props} reversed={entry} />
  )
}

/** Whether staff can reverse an entry: only those that they posted, and only once. */
export const canReverse = ({ kind, reversedBy }: EntryView): boolean => kind === 'entry.manual' && reversedBy === null

/** The fields of an entry; with `corrected`, first those of the entry that it takes the place of. */
function PostDialog({
  query,
  accounts,
  corrected,
  approval,
  form,
}: EntryDialogProps & { corrected: EntryView | null }) {
  const { finance, ledger } = useLedgerMessages()
  const { now, book } = usePageContext()
  const words = ledger.manual
  const closeHref = financeHref(query, { action: undefined })
  const initial = corrected?.postings ?? []
  const today = dayOf(now, book.timeZone)
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={corrected ? words.correctTitle(corrected.number) : words.postTitle}
      description={[
        corrected ? words.correctText(corrected.number) : words.postText,
        ...describeApproval(approval, ledger),
      ].join(' ')}
    >
      <Form
        endpoint="postEntry"
        hiddenValues={corrected ? { corrects: corrected.number } : {}}
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => openAnswer(query, answer, words.posted, ledger)}
      >
        <TextField
          name="memo"
          label={words.memo}
          hint={words.memoHint}
          defaultValue={corrected?.memo ?? ''}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        <TextField
          name="day"
          type="date"
          label={finance.accountingDay}
          defaultValue={corrected?.accountingDay ?? today}
          autoComplete="off"
        />
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
        <EntryPreview accounts={accounts} reversed={corrected} />
        <DialogButtons closeHref={closeHref}>
          <PostButtons label={corrected ? words.correct : words.post} approval={approval} />
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Opens the entry that was posted, or the request for one. */
function openAnswer(
  query: FinanceQuery,
  answer: OutputOf<'postEntry'>,
  describePosted: (number: number) => string,
  { requests }: LedgerMessages['ledger'],
): void {
  const isPosted = 'number' in answer
  notify({ kind: 'success', title: isPosted ? describePosted(answer.number) : requests.requested })
  const opened = isPosted ? { entry: answer.number } : { request: answer.request, entry: undefined }
  navigate(financeHref(query, { action: undefined, ...opened }))
}

const describeApproval = (approval: PostingApproval, { requests }: LedgerMessages['ledger']): string[] => {
  if (approval === 'never') return []
  return [approval === 'always' ? requests.needsApproval : requests.aboveLimit]
}

/** Posts the entry, or asks someone else to approve it. The first button is the one that Enter presses. */
function PostButtons({ label, approval }: { label: string; approval: PostingApproval }) {
  const { request } = useLedgerMessages().ledger.requests
  return (
    <>
      {approval !== 'always' && <SubmitButton variant="primary">{label}</SubmitButton>}
      {approval !== 'never' && (
        <SubmitButton name="approval" value="1" variant={approval === 'always' ? 'primary' : 'default'}>
          {request}
        </SubmitButton>
      )}
    </>
  )
}

const indexOf = (prefix: string): number => Number(/\[(\d+)\]$/.exec(prefix)?.[1])

interface LineFieldsProps {
  prefix: string
  accounts: readonly AccountOption[]
  initial: EntryView['postings'][number] | undefined
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

/** Asks why, and shows what the mirror image of the entry does to the balances. */
function ReverseDialog({ query, accounts, reversed, approval, form }: EntryDialogProps & { reversed: EntryView }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.manual
  const closeHref = financeHref(query, { action: undefined })
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.reverseTitle(reversed.number)}
      description={[words.reverseText, ...describeApproval(approval, ledger)].join(' ')}
    >
      <Form
        endpoint="reverseManualEntry"
        hiddenValues={{ number: reversed.number }}
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => openAnswer(query, answer, () => words.reversed(reversed.number), ledger)}
      >
        <TextField
          name="memo"
          label={words.memo}
          hint={words.reverseHint}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        <EntryPreview accounts={accounts} reversed={reversed} />
        <DialogButtons closeHref={closeHref}>
          <PostButtons label={words.reverse} approval={approval} />
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
