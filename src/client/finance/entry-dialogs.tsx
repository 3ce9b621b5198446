import { usePageContext } from '#client/app/page-context.tsx'
import { EntryPreview } from '#client/finance/entry-preview.tsx'
import { TemplateDialog } from '#client/finance/manual/template-dialog.tsx'
import { PostButtons } from '#client/finance/manual/post-buttons.tsx'
import { EntryLines } from '#client/finance/manual/entry-lines.tsx'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { closed, closedHref, financeHref } from '#client/finance/finance-url.ts'
import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { dayOf } from '#shared/time.ts'

interface EntryDialogProps {
  query: FinanceQuery
  /** The open entry, which is reversed or corrected. */
  entry: EntryView | null
  accounts: readonly AccountOption[]
  /** The template that is edited, or posted for a month. */
  template: EntryTemplateView | null
  /** Whether what the user posts needs someone else. */
  approval: PostingApproval
  form: FormOutcome | null
}

/** The dialog that `?action=` opens: a manual entry, a correction, or a reversal. */
export function EntryDialogs(props: EntryDialogProps) {
  const { query, entry } = props
  if (query.action === 'post') return <PostDialog {...props} corrected={null} />
  if (query.action === 'template') return <TemplateDialog {...props} />
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
  template,
  approval,
  form,
}: EntryDialogProps & { corrected: EntryView | null }) {
  const { finance, ledger } = useLedgerMessages()
  const { now, book } = usePageContext()
  const words = ledger.manual
  const closeHref = closedHref(query)
  const formatMonth = useMonthFormat()
  const today = dayOf(now, book.timeZone)
  const due = corrected ? undefined : findDue(template, query)
  const start = due
    ? { memo: ledger.templates.memo(due.memo, formatMonth(due.month)), day: due.day, lines: due.lines }
    : { memo: corrected?.memo, day: corrected?.accountingDay, lines: corrected ? toInitialLines(corrected) : [] }
  const title = due ? ledger.templates.postTitle(due.name, formatMonth(due.month)) : words.postTitle
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={corrected ? words.correctTitle(corrected.number) : title}
      description={ledger.joinSentences(
        corrected ? words.correctText(corrected.number) : words.postText,
        ...describeApproval(approval, ledger),
      )}
    >
      <Form
        endpoint="postEntry"
        hiddenValues={{
          ...(corrected && { corrects: corrected.number }),
          ...(due && { template: due.template, month: due.month }),
        }}
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => openAnswer(query, answer, words.posted, ledger)}
      >
        <TextField
          name="memo"
          label={words.memo}
          hint={words.memoHint}
          defaultValue={start.memo ?? ''}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
        <TextField
          name="day"
          type="date"
          label={finance.accountingDay}
          defaultValue={start.day ?? today}
          autoComplete="off"
        />
        <EntryLines accounts={accounts} initial={start.lines} hasCustomers />
        <EntryPreview accounts={accounts} reversed={corrected} />
        {!corrected && !due && (
          <p className="sm">
            <a className="link" href={financeHref(query, { action: 'templates' })} data-scroll="keep">
              {ledger.templates.open}
            </a>
          </p>
        )}
        <DialogButtons closeHref={closeHref}>
          <PostButtons label={corrected ? words.correct : words.post} approval={approval} />
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The postings of an entry; those of store credit with the customer whose it is. */
const toInitialLines = ({ postings, links }: EntryView) => {
  const customer = links.find(({ type }) => type === 'customer')?.number
  return postings.map((posting) => ({ ...posting, ...(posting.role === 'store_credit' && { customer }) }))
}

/** The month of a template that the dialog posts; undefined without one. */
function findDue(template: EntryTemplateView | null, { month }: FinanceQuery) {
  const due = template?.due.find((each) => each.month === month)
  return template && due && { ...template, ...due }
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
  navigate(financeHref(query, { ...closed, ...opened }))
}

const describeApproval = (approval: PostingApproval, { requests }: LedgerMessages['ledger']): string[] => {
  if (approval === 'never') return []
  return [approval === 'always' ? requests.needsApproval : requests.aboveLimit]
}

/** Asks why, and shows what the mirror image of the entry does to the balances. */
function ReverseDialog({ query, accounts, reversed, approval, form }: EntryDialogProps & { reversed: EntryView }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.manual
  const closeHref = closedHref(query)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.reverseTitle(reversed.number)}
      description={ledger.joinSentences(words.reverseText, ...describeApproval(approval, ledger))}
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
          label={words.reason}
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
