import { dayOf } from '#shared/time.ts'
import { Banner } from '#client/ui/banner.tsx'
import { DebitAndCredit } from '#client/finance/debit-and-credit.tsx'
import { EntryAmount } from '#client/finance/entry-amount.tsx'
import { RelatedEntries } from '#client/finance/related-entries.tsx'
import { EntryLinks } from '#client/finance/entry-links.tsx'
import { EntryAttachments } from '#client/finance/manual/entry-attachments.tsx'
import { VerifyEntry } from '#client/finance/verify-entry.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { useEventMessages } from '#client/events/use-event-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Empty } from '#client/ui/empty.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import { Panel, PanelSection, PanelTitle } from '#client/ui/panel.tsx'
import { Time, useTimeFormat } from '#client/ui/time.tsx'
import type { EntryAttachment } from '#shared/finance/entry-requests.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { EntryVerification } from '#shared/finance/entry-verification.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryChain, EntryView } from '#shared/finance/views.ts'

type EntryOrigin = { request: string; requestedBy: string } | null

interface EntryPanelProps {
  entry: EntryView | { missing: number }
  query: FinanceQuery
  /** The numbers of the entries of the list, for the previous and next links. */
  neighbors: readonly number[]
  /** Whether the user can reverse and correct entries that staff posted. */
  canPost: boolean
  attachments: readonly EntryAttachment[]
  /** The request for which it was posted. */
  origin: EntryOrigin
  verification: EntryVerification | null
  chain: EntryChain | null
  form: FormOutcome | null
}

/** The open entry: amount, postings, linked documents, source, and its position in the hash chain. */
export function EntryPanel({
  entry,
  query,
  neighbors,
  canPost,
  attachments,
  origin,
  verification,
  chain,
  form,
}: EntryPanelProps) {
  const { finance, ledger } = useLedgerMessages()
  const time = useTimeFormat('book')
  const panelProps = { closeHref: financeHref(query, { entry: undefined }), backLabel: finance.backToEntries }
  if ('missing' in entry)
    return (
      <Panel {...panelProps} record={entry.missing} title={finance.entry(entry.missing)}>
        <Empty icon="search" title={ledger.entryMissing(entry.missing)}>
          {ledger.entryMissingHint}
        </Empty>
      </Panel>
    )
  const title = labelOf(finance.kindTitles, entry.kind)
  return (
    <Panel
      {...panelProps}
      record={entry.number}
      title={`${title} ${entry.number}`}
      position={
        <PreviousNext
          keys={neighbors}
          current={entry.number}
          hrefOf={(number) => financeHref(query, { entry: number })}
        />
      }
    >
      <header className="panel__head">
        <div>
          <PanelTitle>{title}</PanelTitle>
          <p className="sm muted num num--wrap">
            {finance.entry(entry.number)} · {time(entry.occurredAt, 'full')}
          </p>
        </div>
        <p className="entry__amount">
          <EntryAmount entry={entry} />
        </p>
      </header>
      <LateEntry entry={entry} />
      <Reversals entry={entry} query={query} canPost={canPost} />
      <DebitAndCredit postings={entry.postings} />
      <EntryLinks entry={entry} />
      {chain && <RelatedEntries chain={chain} query={query} />}
      <EntryAttachments owner={{ number: entry.number }} attachments={attachments} canAttach={canPost} form={form} />
      <EntrySource entry={entry} origin={origin} query={query} />
      <VerifyEntry entry={entry} verification={verification} query={query} />
      <PanelSection>
        <p className="why">
          <Icon name="info" />
          <span>{ledger.entryPanel.immutableNote}</span>
        </p>
      </PanelSection>
    </Panel>
  )
}

/** The entry that reverses it, or that it reverses; for an entry that staff posted, how to do so. */
function Reversals({ entry, query, canPost }: { entry: EntryView; query: FinanceQuery; canPost: boolean }) {
  const { ledger } = useLedgerMessages()
  const words = ledger.manual
  const { number, kind, reverses, reversedBy } = entry
  const other = reverses ?? reversedBy
  if (other !== null)
    return (
      <PanelSection>
        <a className="link" href={financeHref(query, { entry: other })}>
          {reverses === null ? words.reversedBy(other) : words.reverses(other)}
        </a>
      </PanelSection>
    )
  if (!canPost || kind !== 'entry.manual') return null
  return (
    <PanelSection>
      <div className="account-head__actions">
        <ButtonLink icon="undo-2" href={financeHref(query, { entry: number, action: 'reverse' })} data-scroll="keep">
          {words.reverseAction}
        </ButtonLink>
        <ButtonLink icon="pencil" href={financeHref(query, { entry: number, action: 'correct' })} data-scroll="keep">
          {words.correctAction}
        </ButtonLink>
        <ButtonLink href={financeHref(query, { entry: number, action: 'template' })} data-scroll="keep">
          {ledger.templates.fromEntry}
        </ButtonLink>
      </div>
    </PanelSection>
  )
}

/** Explains why an entry is posted to a later day than the one on which the money moved. */
function LateEntry({ entry: { occurredAt, accountingDay } }: { entry: EntryView }) {
  const { ledger } = useLedgerMessages()
  const { book } = usePageContext()
  const formatDays = useDayRangeFormat()
  const day = dayOf(occurredAt, book.timeZone)
  if (day === accountingDay) return null
  const format = (each: string): string => formatDays({ from: each, to: each })
  return <Banner>{ledger.late(format(day), format(accountingDay))}</Banner>
}

function EntrySource({ entry, origin, query }: { entry: EntryView; origin: EntryOrigin; query: FinanceQuery }) {
  const { ledger } = useLedgerMessages()
  const events = useEventMessages()
  const formatDays = useDayRangeFormat()
  const { details } = ledger.entryPanel
  return (
    <PanelSection title={ledger.entryPanel.source}>
      <DescriptionList
        items={[
          [details.memo, entry.memo],
          [details.source, labelOf(ledger.entryPanel.sources, entry.source)],
          [details.externalId, entry.externalId],
          [
            ledger.requests.requestedBy,
            origin && (
              <a
                key="request"
                className="link"
                href={financeHref(query, { entry: undefined, request: origin.request })}
              >
                {origin.requestedBy}
              </a>
            ),
          ],
          [details.actor, entry.actor ?? events.system],
          [details.postedAt, <Time key="posted" at={entry.postedAt} style="full" zone="book" />],
          [details.accountingDay, formatDays({ from: entry.accountingDay, to: entry.accountingDay })],
          [details.hash, <Hash key="hash" label={details.hash} hash={entry.hash} />],
          [
            details.previousHash,
            entry.previousHash ? (
              <Hash key="previous" label={details.previousHash} hash={entry.previousHash} />
            ) : (
              ledger.entryPanel.firstEntry
            ),
          ],
        ]}
      />
    </PanelSection>
  )
}

/** Shows a hash shortened to what can be compared by eye; the button copies all of it. */
function Hash({ label, hash }: { label: string; hash: string }) {
  const { ledger } = useLedgerMessages()
  return (
    <>
      <span className="mono" title={hash}>
        {hash.slice(0, 4)} {hash.slice(4, 8)} … {hash.slice(-4)}
      </span>{' '}
      <CopyButton text={hash} label={ledger.entryPanel.copy(label)} />
    </>
  )
}
