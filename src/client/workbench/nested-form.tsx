import { useState } from 'react'
import { usePageContext } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { Example } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { currencySign, formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'

type Quote = OutputOf<'calculateQuote'>

/** A form with an object and a list of objects; its answer appears below it. */
export function NestedForm({ outcome }: { outcome: FormOutcome | null }) {
  const { quote: words } = useWorkbenchMessages()
  const { book } = usePageContext()
  const returned = outcome?.endpoint === 'calculateQuote' ? (outcome.result as Quote | null) : null
  const [quote, setQuote] = useState(returned)
  return (
    <Example topic="nestedForm">
      <Form
        endpoint="calculateQuote"
        outcome={outcome}
        action="#nestedForm"
        className="example__form"
        onAnswer={setQuote}
        onProblem={() => setQuote(null)}
      >
        <div className="example__grid">
          <TextField name="customer[name]" label={words.customer} />
          <TextField name="customer[city]" label={words.city} optional />
        </div>
        <FieldList
          name="lines"
          label={words.lines}
          rowLabel={words.line}
          addLabel={words.addLine}
          removeLabel={words.removeLine}
          maximumRows={20}
        >
          {(prefix) => (
            <>
              <TextField name={`${prefix}[sku]`} label={words.sku} />
              <TextField name={`${prefix}[quantity]`} label={words.quantity} inputMode="numeric" />
              <TextField
                name={`${prefix}[price]`}
                label={words.price}
                inputMode="decimal"
                prefix={currencySign(book.currency)}
              />
            </>
          )}
        </FieldList>
        <SubmitButton variant="primary">{words.submit}</SubmitButton>
      </Form>
      <div aria-live="polite">
        {quote && (
          <Banner kind="success">{words.result(quote.itemCount, formatMoney(quote.totalMinor, quote.currency))}</Banner>
        )}
      </div>
    </Example>
  )
}
