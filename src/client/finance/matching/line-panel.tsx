import { usePermission } from '#client/app/page-context.tsx'
import { DebitAndCredit, toPosting } from '#client/finance/debit-and-credit.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { ConfirmProposal } from '#client/finance/matching/confirm-proposal.tsx'
import { LineMatch } from '#client/finance/matching/line-match.tsx'
import { LineFollowUp } from '#client/finance/matching/line-follow-up.tsx'
import { ManualMatch } from '#client/finance/matching/manual-match.tsx'
import { Postings } from '#client/finance/matching/postings.tsx'
import { ProcessingRefunds } from '#client/finance/matching/processing-refunds.tsx'
import { ReportedDocument } from '#client/finance/matching/reported-document.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Panel, PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { OpenedLine, ProposalView, WorkListView } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

interface LinePanelProps {
  query: FinanceQuery
  workList: WorkListView
  line: OpenedLine | { missing: string }
  /** The files of the line. */
  attachments: readonly EntryAttachment[]
  canPost: boolean
  /** Whether what the user posts needs someone else. */
  approval: PostingApproval
  form: FormOutcome | null
}

/** A line of a statement: what the rules propose for it, or what it was matched with, and where that comes from. */
export function LinePanel({ query, workList, line, attachments, canPost, approval, form }: LinePanelProps) {
  const { matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  const canReconcile = usePermission('finance.reconcile')
  const { currency } = workList.account
  const panelProps = { closeHref: financeHref(query, { line: undefined }), backLabel: matching.back }
  if ('missing' in line)
    return (
      <Panel {...panelProps} record={line.missing} title={matching.line}>
        <Empty icon="search" title={matching.missingLine}>
          {matching.missingLineHint}
        </Empty>
      </Panel>
    )
  const isUnmatched = line.state === 'open' || line.state === 'waiting'
  const isUndecided = isUnmatched && line.request === null
  const day = formatDays({ from: line.day, to: line.day })
  const title = line.counterparty || line.description || matching.line
  // The next line is on the page that follows the action, so that one key after the other works.
  const goOn = (message: string, together: readonly string[] = []): void => {
    notify({ kind: 'success', title: message })
    const next = line.nextLines.find((id) => !together.includes(id))
    if (next === undefined) void revalidate()
    else navigate(financeHref(query, { line: next, lines: [], postings: [], find: undefined, difference: undefined }))
  }
  return (
    <Panel
      {...panelProps}
      record={line.id}
      title={`${matching.line} ${day} ${title}`}
      position={
        <PreviousNext
          keys={workList.rows.map(({ id }) => id)}
          current={line.id}
          hrefOf={(id) => financeHref(query, { line: id })}
        />
      }
      actions={isUndecided && line.proposal && <ConfirmProposal {...{ line, canPost, approval, form }} onDone={goOn} />}
    >
      <PanelHead
        title={title}
        note={`${day} ${line.clockTime}`.trim()}
        badges={<Money minor={line.amountMinor} currency={currency} />}
      />
      <LineFacts line={line} currency={currency} />
      {line.request !== null && <AwaitsApproval line={line} request={line.request} />}
      {line.match && (
        <LineMatch {...{ query, currency, canPost, approval, form }} match={line.match} request={line.request} />
      )}
      {isUndecided && line.proposal && <Proposal line={line} proposal={line.proposal} currency={currency} />}
      {isUndecided && !line.proposal && line.problem && (
        <NoProposal line={line} problem={line.problem} currency={currency} />
      )}
      {isUndecided && canReconcile && <ProcessingRefunds line={line} form={form} />}
      {isUndecided && canReconcile && (
        <ManualMatch {...{ query, line, currency, canPost, approval, form }} onDone={goOn} />
      )}
      <LineFollowUp query={query} line={line} attachments={attachments} form={form} />
      {!isUnmatched && line.nextLines[0] !== undefined && (
        <PanelSection>
          <ButtonLink icon="chevron-right" href={financeHref(query, { line: line.nextLines[0], state: undefined })}>
            {matching.next}
          </ButtonLink>
        </PanelSection>
      )}
    </Panel>
  )
}

/** Links to the request of the line that waits for approval. */
function AwaitsApproval({ line, request }: { line: OpenedLine; request: NonNullable<OpenedLine['request']> }) {
  const { matching } = useMatchingMessages()
  return (
    <PanelSection title={matching.awaitsApproval}>
      <p className="sm muted">{matching[line.match ? 'undoAwaitsApproval' : 'matchAwaitsApproval']}</p>
      <div className="matching__actions">
        <ButtonLink size="sm" href={href('finance', { request })}>
          {matching.openRequest}
        </ButtonLink>
      </div>
    </PanelSection>
  )
}

interface NoProposalProps {
  line: OpenedLine
  problem: NonNullable<OpenedLine['problem']>
  currency: string
}

/** Why the rules propose nothing. */
function NoProposal({ line, problem, currency }: NoProposalProps) {
  const { matching } = useMatchingMessages()
  return (
    <PanelSection title={matching.proposal}>
      <p>{matching.problems[problem]}</p>
      {problem === 'amount_differs' && line.subsidyMinor > 0 && (
        <p className="sm muted">{matching.subsidyMissing(formatMoney(line.subsidyMinor, currency))}</p>
      )}
      {problem === 'other_account_first' && <p className="sm muted">{matching.otherAccountFirst}</p>}
    </PanelSection>
  )
}

function LineFacts({ line, currency }: { line: OpenedLine; currency: string }) {
  const { matching } = useMatchingMessages()
  const [statement = ''] = line.id.split(':')
  return (
    <PanelSection>
      <DescriptionList
        items={[
          [matching.description, line.description],
          [matching.reference, line.reference],
          [matching.fee, line.feeMinor === null ? null : <Money key="fee" minor={line.feeMinor} currency={currency} />],
          [
            matching.subsidy,
            line.subsidyMinor === 0 ? null : <Money key="subsidy" minor={line.subsidyMinor} currency={currency} />,
          ],
          [
            matching.charged,
            line.charged && <Money key="charged" minor={line.charged.amountMinor} currency={line.charged.currency} />,
          ],
          [
            matching.statement,
            <a key="statement" className="link" href={href('finance', { tab: 'reconciliation', statement })}>
              {`${matching.line} ${line.line}`}
            </a>,
          ],
        ]}
      />
    </PanelSection>
  )
}

function Proposal({ line, proposal, currency }: { line: OpenedLine; proposal: ProposalView; currency: string }) {
  const { matching } = useMatchingMessages()
  const { entry, postings, rule, feeMinor } = proposal
  const isPayout = rule === 'payout' || rule === 'payout_sent'
  const sentMinor = entry?.lines.find(({ account }) => account.role === 'transit')?.amountMinor
  return (
    <>
      <PanelSection title={matching.proposalBy(matching.rules[rule])}>
        {isPayout && postings.length > 0 && <p className="sm muted">{matching.paidOut(proposal.postingCount)}</p>}
        {rule === 'payout_sent' && <p className="sm muted">{matching.transit.sentText}</p>}
        {rule === 'line_subset' && <OtherLines lines={proposal.otherLines} currency={currency} />}
        {rule === 'payout_with_fees' && <Fees line={line} proposal={proposal} currency={currency} />}
        {proposal.reported && <ReportedDocument reported={proposal.reported} />}
        {postings.length > 0 && (
          <Postings
            postings={postings}
            currency={currency}
            sums={
              isPayout
                ? { feeMinor, netMinor: sentMinor ?? line.amountMinor, isSent: rule === 'payout_sent' }
                : undefined
            }
          />
        )}
      </PanelSection>
      {entry && (
        <DebitAndCredit
          title={matching.posts}
          postings={entry.lines.map((each) => toPosting(each.account, each.currency ?? currency, each.amountMinor))}
        />
      )}
    </>
  )
}

/** The lines that add up to the posting together with the line. */
function OtherLines({ lines, currency }: { lines: ProposalView['otherLines']; currency: string }) {
  const { matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  return (
    <>
      <p className="sm muted">{matching.withLines}</p>
      <ul className="sm">
        {lines.map(({ id, day, amountMinor, text }) => (
          <li key={id}>{[formatMoney(amountMinor, currency), formatDays({ from: day, to: day }), text].join(' · ')}</li>
        ))}
      </ul>
    </>
  )
}

/** What the fees are that a payout is matched with. */
function Fees({ line, proposal, currency }: { line: OpenedLine; proposal: ProposalView; currency: string }) {
  const { matching } = useMatchingMessages()
  const [posting] = proposal.postings
  if (!posting || line.class !== 'neutral') return null
  const feesMinor = Math.abs(posting.amountMinor) - Math.abs(line.amountMinor)
  return <p className="sm muted">{matching.withFees(formatMoney(feesMinor, currency))}</p>
}
