import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { MatchPreview } from '#client/finance/matching/match-preview.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { HiddenFields } from '#client/ui/hidden-fields.tsx'
import { labelOf } from '#client/ui/label-of.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { SearchField } from '#client/ui/toolbar.tsx'
import type { PostingApproval } from '#shared/finance/page-views.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { differenceNames, parseDifference } from '#shared/finance/matching/match-entry.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ManualMatchProps {
  query: FinanceQuery
  line: OpenedLine
  currency: string
  canPost: boolean
  approval: PostingApproval
  form: FormOutcome | null
  /** Also called with the lines that were matched together with the line. */
  onDone: (message: string, together?: string[]) => void
}

/** Matches a line with chosen postings, posts the difference, or ignores the line. */
export function ManualMatch({ query, line, currency, canPost, approval, form, onDone }: ManualMatchProps) {
  const { ledger, matching } = useMatchingMessages()
  const formId = useId()
  const otherLines = useRef<HTMLDivElement>(null)
  const listChosen = (): string[] =>
    [...(otherLines.current?.querySelectorAll<HTMLInputElement>('[name=lines]:checked') ?? [])].map(
      ({ value }) => value,
    )
  return (
    <>
      <PanelSection {...(!line.proposal && { title: matching.byHand })}>
        <ByHand line={line} query={query}>
          <FindCandidates query={query} line={line} formId={formId} />
          <Form
            id={formId}
            endpoint={canPost ? 'postMatch' : 'matchLine'}
            hiddenValues={{ line: line.id }}
            outcome={form}
            className="match-form"
            onAnswer={(answer) =>
              onDone('request' in answer ? ledger.requests.requested : matching.confirmed, listChosen())
            }
          >
            {/* Without script the search is part of the form, so that what is checked stays checked. */}
            <noscript>
              <ListState query={query} />
              <div className="row">
                <FindField query={query} formMethod="get" />
              </div>
            </noscript>
            <Candidates query={query} line={line} currency={currency} />
            {line.otherLines.length > 0 && (
              <OtherLines query={query} line={line} currency={currency} listRef={otherLines} />
            )}
            {canPost && <DifferenceField query={query} line={line} />}
            <MatchPreview
              line={line}
              currency={currency}
              approval={canPost ? approval : 'never'}
              chosen={{
                lines: query.lines,
                postings: query.postings,
                difference: query.difference === undefined ? null : parseDifference(query.difference),
              }}
            />
            <noscript>
              <button type="submit" formMethod="get" formAction="/finance" className="btn btn--sm">
                {matching.preview}
              </button>
            </noscript>
          </Form>
        </ByHand>
      </PanelSection>
      <IgnoreLine line={line} form={form} onDone={onDone} />
    </>
  )
}

/** Collapsed while there is a proposal, because then the buttons of the panel are those of the proposal. */
function ByHand({ line, query, children }: Pick<ManualMatchProps, 'line' | 'query'> & { children: ReactNode }) {
  const { matching } = useMatchingMessages()
  if (!line.proposal) return children
  const { find, lines, postings, difference } = query
  const isInUse = find !== undefined || difference !== undefined || lines.length + postings.length > 0
  return (
    <details className="manual-match" open={isInUse}>
      <summary>{matching.byHand}</summary>
      {children}
    </details>
  )
}

/** The postings that the line may be matched with. */
function Candidates({ query, line, currency }: Pick<ManualMatchProps, 'query' | 'line' | 'currency'>) {
  const { finance, matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  return (
    <fieldset>
      <legend>{matching.candidates}</legend>
      {line.candidates.length === 0 && <p className="sm muted">{matching.noCandidates}</p>}
      {line.candidates.map(({ id, kind, day, amountMinor, numbers, references }) => (
        <CheckboxField
          key={id}
          name="postings"
          value={id}
          defaultChecked={query.postings.includes(id)}
          label={`${formatMoney(amountMinor, currency)} · ${formatDays({ from: day, to: day })} · ${labelOf(finance.kindTitles, kind)}`}
          hint={[...numbers.slice(0, 1), ...references].join(' · ') || undefined}
        />
      ))}
    </fieldset>
  )
}

interface OtherLinesProps extends Pick<ManualMatchProps, 'query' | 'line' | 'currency'> {
  listRef: RefObject<HTMLDivElement | null>
}

/** The lines that may be matched together with the line. */
function OtherLines({ query, line, currency, listRef }: OtherLinesProps) {
  const { matching } = useMatchingMessages()
  const formatDays = useDayRangeFormat()
  return (
    <details className="match-others" open={query.lines.length > 0 || query.find !== undefined}>
      <summary>{matching.otherLines}</summary>
      <div ref={listRef}>
        {line.otherLines.map(({ id, day, amountMinor, text }) => (
          <CheckboxField
            key={id}
            name="lines"
            value={id}
            defaultChecked={query.lines.includes(id)}
            label={`${formatMoney(amountMinor, currency)} · ${formatDays({ from: day, to: day })}`}
            hint={text || undefined}
          />
        ))}
      </div>
    </details>
  )
}

/** The account that what is left is posted to. */
function DifferenceField({ query, line }: Pick<ManualMatchProps, 'query' | 'line'>) {
  const { ledger, matching } = useMatchingMessages()
  return (
    <SelectField
      name="difference"
      label={matching.difference}
      optional
      defaultValue={query.difference ?? ''}
      options={[
        { value: '', label: matching.noDifference },
        ...differenceNames.map((value) => ({ value, label: matching.differences[value] })),
        ...line.postableAccounts.map((account) => ({
          value: account.code,
          label: `${account.code} ${ledger.accountName(account)}`,
        })),
      ]}
    />
  )
}

function IgnoreLine({ line, form, onDone }: Pick<ManualMatchProps, 'line' | 'form' | 'onDone'>) {
  const { matching } = useMatchingMessages()
  return (
    <PanelSection title={matching.ignore}>
      <Form
        endpoint="ignoreLine"
        hiddenValues={{ line: line.id }}
        outcome={form}
        className="match-form"
        onAnswer={() => onDone(matching.ignored)}
      >
        <TextField name="reason" label={matching.reason} hint={matching.ignoreHint} maxLength={200} />
        <SubmitButton size="sm">{matching.ignore}</SubmitButton>
      </Form>
    </PanelSection>
  )
}

/** The parameters of the page around the panel, for forms that show it again. */
const ListState = ({ query: { account, state, q, owner, from, to } }: { query: FinanceQuery }) => (
  <HiddenFields values={{ tab: 'reconciliation', account, state, q, owner, from, to }} />
)

/** The values of the form besides the line. */
const chosenFields = ['postings', 'lines', 'difference'] satisfies (keyof FinanceQuery)[] as string[]

/** Searches postings and lines of a year around the line; what is chosen in the form with the id stays listed and chosen. */
function FindCandidates({ query, line, formId }: Pick<ManualMatchProps, 'query' | 'line'> & { formId: string }) {
  const { matching } = useMatchingMessages()
  const search = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const listened = search.current
    const addChosen = ({ formData }: FormDataEvent): void => {
      const form = document.getElementById(formId) as HTMLFormElement
      for (const [name, value] of new FormData(form)) if (chosenFields.includes(name)) formData.append(name, value)
    }
    listened?.addEventListener('formdata', addChosen)
    return () => listened?.removeEventListener('formdata', addChosen)
  }, [formId])
  return (
    <form ref={search} method="get" action="/finance" role="search" aria-label={matching.find} className="match-find">
      <ListState query={query} />
      <input type="hidden" name="line" value={line.id} />
      <FindField query={query} />
    </form>
  )
}

function FindField({ query, formMethod }: { query: FinanceQuery; formMethod?: 'get' }) {
  const { matching } = useMatchingMessages()
  return (
    <>
      <SearchField name="find" label={matching.find} placeholder={matching.findHint} defaultValue={query.find} />
      <button type="submit" className="btn btn--sm" {...(formMethod && { formMethod, formAction: '/finance' })}>
        {matching.findSubmit}
      </button>
    </>
  )
}
