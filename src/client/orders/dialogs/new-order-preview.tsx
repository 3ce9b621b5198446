import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useFormPreview } from '#client/orders/dialogs/use-form-preview.ts'
import { PossibleDuplicates } from '#client/orders/dialogs/possible-duplicates.tsx'
import { href } from '#shared/routes/pages.ts'
import { formatMoney } from '#shared/money.ts'

/** The inputs that can change the sums, or find an order that may be the same. */
const previewedNames = /^(lines|discount|shipping|tax|taxRate|taxesIncluded|currency|email|phone)(\[|$)/

/** The total of a new order and what it adds up from: subtotal, discount, shipping and tax; computed by the server while the user types. */
export function NewOrderPreview({ currency: bookCurrency }: { currency: string }) {
  const { edit, order: words } = useOrderMessages().orders
  const { output, result } = useFormPreview('previewOrder', previewedNames)
  const preview = result && 'preview' in result ? result.preview : null
  const currency = preview?.currency ?? bookCurrency
  const parts = preview
    ? [
        { label: words.goods, amountMinor: preview.subtotalMinor + preview.discountMinor },
        { label: words.discount, amountMinor: -preview.discountMinor },
        { label: words.shippingCost, amountMinor: preview.shippingMinor },
        { label: words.tax, amountMinor: preview.taxMinor },
      ].filter(({ amountMinor }) => amountMinor !== 0)
    : []
  return (
    <output className="edit__preview" ref={output}>
      {result && 'error' in result ? (
        result.error && <span className="field__error">{result.error}</span>
      ) : (
        <>
          {edit.total} <b className="num">{formatMoney(preview?.totalMinor ?? 0, currency)}</b>
          {parts.length > 1 &&
            parts.map(({ label, amountMinor }) => (
              <span key={label} className="num muted">
                {label} {formatMoney(amountMinor, currency)}
              </span>
            ))}
          {preview && (
            <PossibleDuplicates duplicates={preview.duplicates} hrefOf={(order) => href('orders', { order })} />
          )}
        </>
      )}
    </output>
  )
}
